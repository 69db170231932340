import type { Factories } from '../../support/factories.ts';
import { presentMs } from '../../support/present.ts';

/** Gives an event the questions that every booking of `bookingOf` answers. */
export async function askQuestions(app: Factories, workspaceId: number, eventId: number): Promise<void> {
  for (const [type, statement] of Object.entries({ EMAIL: 'Your e-mail', NAME: 'Your name' })) {
    await app.insert('InviteeQuestion', { workspaceId, eventId, type, statement });
  }
  const [field] = await app.sql<{ id: number }>(
    'SELECT "id" FROM "CustomField" WHERE "workspaceId" = $1 AND "identifier" = $2',
    [workspaceId, identifier],
  );
  const { id: customFieldId } =
    field ??
    (await app.insert('CustomField', { workspaceId, identifier, name: 'Backup', type: 'CALL', inputType: 'TEXT' }));
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId, required: true });
}

const identifier = 'backup-email';

/** The body of a booking, with an answer to each question. */
export function bookingOf(eventId: number, { dateTime, email }: { dateTime: string; email: string }) {
  return {
    eventId,
    dateTime,
    timeZone: 'Europe/Berlin',
    email,
    firstName: 'Ira',
    secondaryQuestionsAnswer: [{ identifier, answer: [email] }],
  };
}

export const bookings = ['POST', '/v1/eventCalls'] as const;

const hourMs = 3_600_000;
const today = Math.floor(presentMs() / (24 * hourMs));

/** An instant so many days and hours after the beginning of the day, in UTC, on which the tests began. */
export function inDays(days: number, hours = 0): string {
  return new Date(((today + days) * 24 + hours) * hourMs).toISOString();
}
