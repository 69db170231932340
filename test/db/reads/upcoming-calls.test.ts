import type { ClientBase, QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { recordBooking } from '#src/db/writes/booked-call.ts';
import { inviteeActor } from '#src/domain/event-calls/call-history.ts';
import { factories } from '../../support/factories.ts';
import { useServices } from '../../support/service-context.ts';

const services = await useServices();
const made = factories(services.context);
const { pool } = services.context.db;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const withAllBelow = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withAllBelow)];

test('the calls to come of a contact are counted by their index, and the calls of years are not read', async () => {
  const owner = await services.workspace();
  const { workspaceId } = owner;
  const [eventId, contactId] = [await made.event(owner), await made.contact(workspaceId)];
  const invitee = { inviteeName: 'Nobody', inviteeEmail: null, phoneNumber: null };
  // An hourly call: 5,000 of one contact, of which the last five are to come, beside 5,000 of another.
  await made.writeCalls(
    workspaceId,
    `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime", "endTime",
       "duration", "timeZone", "inviteeName", "inviteeEmail", "location", "inviteeKey")
     SELECT $1, 'call_' || n, $2, CASE WHEN n % 2 = 0 THEN $3::int ELSE $4::int END, $5, 'STRATEGY_EVENT', t,
       t + interval '30 minutes', 30, 'UTC', 'Nobody', NULL, 'ZOOM', $6::bytea
     FROM generate_series(1, 10000) n, LATERAL (SELECT timestamptz '2026-01-01T00:00Z' + n * interval '1 hour') d(t)`,
    [
      ...[workspaceId, eventId, contactId, await made.contact(workspaceId), owner.userId],
      await made.inviteeKey(workspaceId, invitee),
    ],
  );
  await pool.query('VACUUM (ANALYZE) "EventCall"');
  const now = new Date(Date.UTC(2026, 0, 1) + 9_991 * 3_600_000);
  const last = await pool.query('SELECT max("id") AS "id" FROM "EventCall" WHERE "contactId" = $1', [contactId]);

  const plans: Plan[] = [];
  const explaining = {
    async query({ text, values }: QueryConfig) {
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      plans.push(...withAllBelow(rows[0]['QUERY PLAN'][0].Plan));
      return pool.query(text, values);
    },
  } as unknown as ClientBase;
  const { upcoming } = await recordBooking(explaining, [workspaceId, last.rows[0].id], {
    ...{
      actor: inviteeActor,
      host: { eventId, userId: owner.userId, lastBookedAt: now },
      now,
      stageFieldId: undefined,
    },
  });
  expect(upcoming).toMatchObject({ withEvent: 5, withWorkspace: 5 });
  const scans = plans.filter((plan) => plan['Index Name'] === 'EventCall_workspaceId_contactId_dateTime_id_idx');
  // Those of the day before, which may still last, are read as well.
  expect(scans.map((scan) => [scan['Actual Rows'], scan['Rows Removed by Filter']])).toEqual([[5, 12]]);
  const ofCalls = plans.filter((plan) => plan['Relation Name'] === 'EventCall');
  // The booked call, those of its contact, whether that has others, and those of its mailbox, of which there are none.
  expect(ofCalls).toHaveLength(4);
  const ofMailbox = ofCalls.filter((plan) => plan['Index Name'] === 'EventCall_mailboxKey_workspaceId_dateTime_idx');
  expect(ofMailbox.map((scan) => scan['Actual Rows'])).toEqual([0]);
});
