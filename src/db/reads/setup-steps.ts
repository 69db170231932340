import type { Database } from '#src/db/database.ts';
import type { MemberKey } from '#src/db/keys.ts';
import { pipelinedStatement } from '#src/db/statement.ts';
import { hiddenSetupList, type SetupSteps } from '#src/domain/workspaces/setup-steps.ts';
import { logoOwner } from './pictures.ts';

const ofWorkspace = (table: string, condition = 'true') =>
  `EXISTS (SELECT FROM "${table}" x WHERE x."workspaceId" = $1 AND ${condition})`;

/** $1 workspace, $2 user, $3 since when a workspace is new, $4 now. */
const setupSteps = pipelinedStatement(
  'setupSteps.one',
  `SELECT ${ofWorkspace(
    'Schedule',
    `x."userId" = $2 AND EXISTS (
      SELECT FROM "ScheduleDay" d JOIN "ScheduleTiming" t ON t."workspaceId" = $1 AND t."dayId" = d."id"
      WHERE d."workspaceId" = $1 AND d."scheduleId" = x."id")`,
  )} AS "hasHours",
    ${ofWorkspace('CalendarConnection', 'x."userId" = $2')} AS "hasCalendar",
    ${ofWorkspace('Event', `x."status" = 'ACTIVATED' AND x."deletedAt" IS NULL`)} AS "hasPublishedEvent",
    ${ofWorkspace('EventCall')} AS "hasBooking",
    (${ofWorkspace('Membership', 'x."userId" <> $2 AND x."removedAt" IS NULL')}
      OR ${ofWorkspace('Invitation', 'x."expiresAt" > $4::timestamptz')}) AS "hasColleague",
    ${ofWorkspace('Picture', `x."userId" = ${logoOwner}`)} AS "hasLogo"
  FROM "Workspace" w
  WHERE w."id" = $1 AND w."createdAt" > $3::timestamptz AND NOT w."isDemo"
    AND NOT ${ofWorkspace('SavedView', `x."userId" = $2 AND x."list" = '${hiddenSetupList}'`)}`,
);

/** Undefined for a demo, for a workspace that is not new, and for a member who has hidden the steps. */
export async function readSetupSteps(
  { run }: Pick<Database, 'run'>,
  [workspaceId, userId]: MemberKey,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<SetupSteps | undefined> {
  const values = [workspaceId, userId, since.toISOString(), now.toISOString()];
  const [steps] = await run<SetupSteps>(setupSteps, values);
  if (!steps) return undefined;
  // Not the row itself, which has the number of its request too.
  const { hasHours, hasCalendar, hasPublishedEvent, hasBooking, hasColleague, hasLogo } = steps;
  return { hasHours, hasCalendar, hasPublishedEvent, hasBooking, hasColleague, hasLogo };
}
