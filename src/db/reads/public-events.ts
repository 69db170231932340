import type { Database } from '#src/db/database.ts';
import { preparedStatement, type Statement } from '#src/db/statement.ts';
import type { BookingPageEvent } from '#src/domain/event-calls/public-booking.ts';
import { picturePath } from '#src/domain/workspaces/brand.ts';
import { type BrandRow, brandColumn, brandOf } from './brands.ts';
import { pictureVersion } from './pictures.ts';

/** A booking link is unique in the installation. It determines the workspace. */
const workspaceByLink = preparedStatement(
  'publicEvents.workspace',
  'SELECT "leadsTo" FROM "BookingLink" WHERE "linkPrefix" = $1',
);

export async function workspaceOfLink({ run }: Pick<Database, 'run'>, linkPrefix: string): Promise<number | undefined> {
  const [row] = await run<{ leadsTo: number }>(workspaceByLink, [linkPrefix]);
  return row?.leadsTo;
}

/** Input types whose answers name members of the workspace. The form of invitees omits them. */
export const memberInputTypes: readonly string[] = ['USER', 'USERS_MULTIPLE'];

/** SQL for columns of the hosts of event `e` in workspace $1. Only the displayed host is looked up, not all hosts. */
const ofHosts = (columns: string, rest: string) =>
  `(SELECT ${columns} FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id" ${rest})`;

const onlyHost = ofHosts('min(h."userId")', 'HAVING count(*) = 1');
const scheduleOfFirstHost = ofHosts('h."scheduleId"', 'ORDER BY h."priority" DESC, h."userId" LIMIT 1');

/** $1 workspace, $2 link, $3 omitted input types. The result reveals only what the form needs. */
const eventWhere = (condition: string) => `SELECT e."id", e."workspaceId", w."embedOrigins", ${brandColumn},
    ${onlyHost} AS "hostId", ${pictureVersion(onlyHost)} AS "hostPictureVersion",
    (SELECT u."firstName" || ' ' || u."lastName" FROM "User" u WHERE u."id" = ${onlyHost}) AS "hostName",
    (SELECT s."timeZone" FROM "Schedule" s WHERE s."workspaceId" = $1 AND s."id" = ${scheduleOfFirstHost}) AS "timeZone",
    e."bookingWindow", e."sendsMail", e."name", e."description", e."linkPrefix", e."duration", e."location", e."bookingFlow",
    coalesce((SELECT json_agg(json_build_object('statement', q."statement", 'type', q."type", 'required', q."required")
      ORDER BY q."displayIndex", q."id")
      FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]') AS "inviteeQuestions",
    coalesce((SELECT json_agg(json_build_object('identifier', f."identifier", 'name', f."name", 'description', f."description",
        'inputType', f."inputType", 'required', s."required", 'configuration', f."configuration",
        'isConsent', f."inputType" = 'CHECK_BOX' AND 1 = (SELECT count(*) FROM "CustomFieldOption" o
          WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id"),
        'options', coalesce((
          SELECT json_agg(o."name" ORDER BY o."displayIndex", o."id") FROM "CustomFieldOption" o
          WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id" AND NOT o."isArchived"), '[]'))
      ORDER BY s."displayIndex", f."id")
      FROM "EventSecondaryQuestion" s JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = s."customFieldId"
      WHERE s."workspaceId" = $1 AND s."eventId" = e."id" AND f."inputType"::text <> ALL($3::text[])), '[]')
      AS "secondaryQuestions"
  FROM "Event" e JOIN "Workspace" w ON w."id" = $1
  WHERE e."workspaceId" = $1 AND e."linkPrefix" = $2 AND ${condition} AND e."deletedAt" IS NULL
    AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`;

const liveEvent = preparedStatement('publicEvents.one', eventWhere(`e."status" = 'ACTIVATED'`));
/** Previews are rare, so no connection keeps their plan. */
const previewedEvent: Statement = { name: 'publicEvents.preview', text: eventWhere('true') };

interface EventRow extends Omit<BookingPageEvent, 'brand' | 'hostPicture'> {
  readonly brand: BrandRow;
  readonly hostId: number | null;
  readonly hostPictureVersion: string | null;
}

export async function readPublicEvent(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  linkPrefix: string,
  isPreview = false,
): Promise<BookingPageEvent | undefined> {
  const [row] = await run<EventRow>(isPreview ? previewedEvent : liveEvent, [
    workspaceId,
    linkPrefix,
    memberInputTypes,
  ]);
  if (!row) return undefined;
  const { brand, hostId, hostPictureVersion: version, ...event } = row;
  const hostPicture = hostId === null || version === null ? null : picturePath(workspaceId, hostId, version);
  return { ...event, brand: brandOf(workspaceId, brand), hostPicture };
}
