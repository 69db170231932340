import { dayMs } from '#src/lib/time/zone-offsets.ts';

/** The call that an invitee may move and cancel. */
export interface BookingReference {
  readonly workspaceId: number;
  readonly previewId: string;
}

/** What the signing key of invitees' links is for. */
export const bookingPurpose = 'booking links';

/** The text that is signed for the links of a call. */
export function bookingText({ workspaceId, previewId }: BookingReference): string {
  return `${workspaceId.toString(36)}.${previewId}`;
}

/** The call of a text whose signature was checked. */
export function bookingOfText(text: string): BookingReference {
  const [workspace = '', previewId = ''] = text.split('.');
  return { workspaceId: Number.parseInt(workspace, 36), previewId };
}

/** For so long after a call its invitee can open the link of it, which may lie in an e-mail that others read. */
const daysAfterCall = 30;

export function hasTokenEnded({ endTime }: { readonly endTime: string }, now: Date): boolean {
  return Date.parse(endTime) + daysAfterCall * dayMs <= now.getTime();
}
