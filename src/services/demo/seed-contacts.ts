import { personColumns } from './seed-people.ts';
import { type SeedSize, slotsPerCloser } from './seed-size.ts';
import { slotDate } from './seed-slots.ts';
import { chance, columns, intArray, pick, previewId, roll, text, weighted } from './sql-pieces.ts';
import { campaigns, tags, utmPairs } from './texts.ts';

export const utmTexts = [...campaigns.map((campaign) => JSON.stringify(utmPairs(campaign))), '[]', '[]'];

const statusMix = { POTENTIAL: 55, QUALIFIED: 27, DISQUALIFIED: 18 };

export interface ContactsPlan {
  workspaceId: number;
  size: SeedSize;
  closerIds: readonly number[];
  /** UTC midnight, and the Monday on which the first call may be. */
  today: string;
  firstMonday: string;
}

/** Adds the contacts $1 to $2 and gives their ids in that order. */
export function contactsStatement({ workspaceId, size, closerIds, today, firstMonday }: ContactsPlan): string {
  const owner = `CASE WHEN ${chance('k', 20, 85)} THEN (${intArray(closerIds)})[1 + ${roll('k', 21, closerIds.length)}] END`;
  // The contact's first call is not before this slot; it is booked at most two weeks ahead.
  const firstCall = `((k * ${size.calls} + ${size.contacts - 1}) / ${size.contacts}) / ${size.closers}`;
  const slot = `(${firstCall}) * ${slotsPerCloser} / ${Math.max(1, Math.ceil(size.calls / size.closers))}`;
  return `
    WITH "fresh" AS MATERIALIZED (
      SELECT k, nextval('"Contact_id_seq"')::int AS "id" FROM generate_series($1::bigint, $2::bigint) k
    ), "added" AS (
      INSERT INTO "Contact" ("workspaceId", "id", "previewId", "firstName", "lastName", "email", "phoneNumber", "status",
        "tag", "timeZone", "country", "userId", "utm", "joinedTime", "createdAt", "updatedAt")
      SELECT ${workspaceId}, "id", ${previewId('contact')}, "firstName", "lastName", "email",
        "phoneNumber", (${weighted('k', 22, statusMix)})::"ContactStatus",
        CASE WHEN ${chance('k', 23, 60)} THEN ${pick('k', 24, tags)} END, "timeZone", "country", ${owner},
        (${pick('k', 25, utmTexts)})::jsonb, "joined", "joined", "joined"
      FROM "fresh"
      ${personColumns('k')}
      ${columns({ slot: `least(${slot}, ${slotsPerCloser})::int` }, 'first')}
      ${columns(
        {
          joined: `least(${slotDate('"slot"', firstMonday)}::timestamp AT TIME ZONE 'UTC' - interval '1 day', ${text(today)}::timestamptz)
            - interval '14 days' - make_interval(mins => ${roll('k', 26, 5 * 24 * 60)})`,
        },
        'time',
      )}
      ORDER BY k
    )
    SELECT array_agg("id" ORDER BY k) AS "ids" FROM "fresh"`;
}
