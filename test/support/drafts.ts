export interface CallDraft {
  dateTime?: string;
  duration?: number;
  userId?: number;
  setterId?: number | null;
  eventId?: number;
  contactId?: number;
  status?: 'SCHEDULED' | 'RESCHEDULED' | 'CANCELLED';
  callType?: 'STRATEGY_EVENT' | 'DISCOVERY_EVENT';
  outcome?: string | null;
  previewId?: string;
  timeZone?: string;
  inviteeName?: string;
  inviteeEmail?: string | null;
  phoneNumber?: string | null;
  guests?: readonly string[];
  noSaleReason?: string;
  objection?: string;
  notes?: string;
  cancelReason?: string;
  rescheduleReason?: string;
  location?: string;
  locationLink?: string;
  utm?: { utmKey: string; utmValue: string }[];
  createdAt?: string;
  updatedAt?: string;
}

/** What the invitee answered when booking, and the call's answers to custom fields. */
export interface AnswersDraft {
  questions?: { statement: string; type: string; answer: string }[];
  secondary?: { identifier: string; answer: string[]; displayIndex?: number }[];
}

export interface ScheduleDraft {
  name?: string;
  timeZone?: string;
  isDefault?: boolean;
  createdAt?: string;
  /** Events that this user hosts with the schedule. */
  eventIds?: number[];
  hours?: Partial<
    Record<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday', [number, number][]>
  >;
}
