import { z } from 'zod';
import { id } from '#src/domain/input.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export interface AvailabilityTiming {
  /** HH:mm in the schedule's time zone; 24:00 is the end of the day. */
  startTime: string;
  endTime: string;
}

export interface AvailabilityDay {
  id: number;
  name: Weekday;
  active: boolean;
  timings: AvailabilityTiming[];
}

export interface Availability {
  id: number;
  userId: number;
  name: string;
  timeZone: string;
  isDefault: boolean;
  createdAt: string;
  days: AvailabilityDay[];
  eventId: number[];
}

export const availabilityListInput = z.object({
  userId: id().optional().describe("Only this user's schedules; without it, all schedules that the caller may see."),
});

export type AvailabilityListInput = z.output<typeof availabilityListInput>;
