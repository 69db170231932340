import type { Database } from '../../src/db/database.ts';
import { addRollups, type CountedCall } from '../../src/db/writes/rollups.ts';
import { type Factories, insertion, type RecordFactories } from './factories.ts';
import { nextSerial } from './serial.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Calls and schedules, with what they need to exist. */
export function callFactories(
  records: RecordFactories,
  { write }: Pick<Database, 'write'>,
): Pick<Factories, 'call' | 'answers' | 'schedule'> {
  const { sql, insert } = records;
  return {
    async call(host, draft = {}) {
      const serial = nextSerial();
      const { dateTime = new Date(Date.UTC(2026, 0, serial, 9)).toISOString(), duration = 30 } = draft;
      const invitee = {
        inviteeName: draft.inviteeName ?? 'Ira Cole',
        inviteeEmail: draft.inviteeEmail === undefined ? `invitee-${serial}@example.com` : draft.inviteeEmail,
        phoneNumber: draft.phoneNumber ?? null,
        guests: draft.guests ?? [],
      };
      const row = {
        workspaceId: host.workspaceId,
        previewId: `call_${serial}`,
        userId: host.userId,
        callType: 'STRATEGY_EVENT',
        timeZone: 'Europe/Berlin',
        location: 'ZOOM',
        ...draft,
        ...invitee,
        inviteeKey: await records.inviteeKey(host.workspaceId, invitee),
        eventId: draft.eventId ?? (await records.event(host)),
        contactId: draft.contactId ?? (await records.contact(host.workspaceId)),
        dateTime,
        endTime: new Date(Date.parse(dateTime) + duration * 60_000).toISOString(),
        duration,
        utm: JSON.stringify(draft.utm ?? []),
      };
      return write(async (client) => {
        const { text, values } = insertion('EventCall', row);
        const { rows } = await client.query<CountedCall & { id: number }>(text, values);
        await addRollups(client, host.workspaceId, { added: rows });
        return rows[0]?.id as number;
      });
    },

    async answers(workspaceId, eventCallId, { questions = [], secondary = [] }) {
      const [call] = await sql<{ eventId: number; contactId: number }>(
        'SELECT "eventId", "contactId" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2',
        [workspaceId, eventCallId],
      );
      for (const question of questions)
        await insert('InviteeAnswer', { workspaceId, eventCallId, ...call, ...question });
      const fieldIds: number[] = [];
      for (const { identifier, answer, displayIndex } of secondary) {
        const field = { workspaceId, name: identifier, identifier, type: 'CALL', inputType: 'TEXT', displayIndex };
        const { id: customFieldId } = await insert('CustomField', field);
        await insert('CustomFieldAnswer', { workspaceId, customFieldId, eventCallId, answer });
        fieldIds.push(customFieldId);
      }
      return fieldIds;
    },

    async schedule({ workspaceId, userId }, { hours = {}, eventIds = [], ...draft } = {}) {
      const row = { workspaceId, userId, name: 'Office', timeZone: 'UTC', isDefault: false, ...draft };
      const { id: scheduleId } = await insert('Schedule', row);
      for (const weekday of weekdays) {
        const { id: dayId } = await insert('ScheduleDay', { workspaceId, scheduleId, weekday });
        for (const [startMinute, endMinute] of hours[weekday] ?? []) {
          await insert('ScheduleTiming', { workspaceId, dayId, startMinute, endMinute });
        }
      }
      for (const eventId of eventIds) await insert('EventHost', { workspaceId, eventId, userId, scheduleId });
      return scheduleId;
    },
  };
}
