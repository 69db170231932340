import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { PublicEvent } from '#src/domain/event-calls/public-booking.ts';
import { type Brand, picturePath } from '#src/domain/workspaces/brand.ts';
import { type BrandRow, brandColumn, brandOf } from './brands.ts';
import { pictureVersion } from './pictures.ts';

type ListedEvent = Pick<PublicEvent, 'name' | 'description' | 'linkPrefix' | 'duration' | 'location'>;

/** A public page that lists bookable events: that of a member, or that of a workspace. */
export interface PublicPage {
  readonly name: string;
  readonly brand: Brand;
  /** The path of the member's picture; null for a team, and if there is none. */
  readonly picture: string | null;
  readonly events: readonly ListedEvent[];
}

/** $1 a LIKE pattern for the prefix of the links. Usernames contain no LIKE wildcards. */
const workspaces = preparedStatement(
  'publicPages.workspaces',
  'SELECT DISTINCT "leadsTo" FROM "BookingLink" WHERE "linkPrefix"::text LIKE $1',
);

/** Finds the workspaces with events whose link begins with a username. */
export async function workspacesOfUsername(
  { run }: Pick<Database, 'run'>,
  username: string,
): Promise<readonly number[]> {
  const rows = await run<{ leadsTo: number }>(workspaces, [`${username}/%`]);
  return rows.map(({ leadsTo }) => leadsTo);
}

const eventColumns = 'e."name", e."description", e."linkPrefix", e."duration", e."location"';
/** An event `e` of workspace $1 that pages list. */
const isListed = `e."workspaceId" = $1 AND e."status" = 'ACTIVATED' AND e."isListed" AND e."deletedAt" IS NULL
     AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`;
const byName = 'ORDER BY e."name", e."id" LIMIT 200';

/** $1 workspace, $2 username. */
const eventsOfMember = preparedStatement(
  'publicPages.ofMember',
  `SELECT ${eventColumns}, u."firstName" || ' ' || u."lastName" AS "memberName", u."id" AS "userId",
     ${pictureVersion('u."id"')} AS "pictureVersion", ${brandColumn}
   FROM "Event" e JOIN "Workspace" w ON w."id" = $1 JOIN "User" u ON u."username" = $2
   WHERE ${isListed} AND starts_with(e."linkPrefix", $2 || '/') ${byName}`,
);

/** $1 workspace, $2 the link of its page. */
const eventsOfTeam = preparedStatement(
  'publicPages.ofTeam',
  `SELECT ${eventColumns}, ${brandColumn} FROM "Event" e JOIN "Workspace" w ON w."id" = $1 AND w."link" = $2
   WHERE ${isListed} ${byName}`,
);

interface Row extends ListedEvent {
  readonly brand: BrandRow;
}

interface MemberRow extends Row {
  readonly memberName: string;
  readonly userId: number;
  readonly pictureVersion: string | null;
}

const listed = ({ name, description, linkPrefix, duration, location }: Row): ListedEvent => ({
  name,
  description,
  linkPrefix,
  duration,
  location,
});

/** Reads a workspace's live events whose link begins with a username, by name; undefined if there are none. */
export async function readMemberPage(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  username: string,
): Promise<PublicPage | undefined> {
  const rows = await run<MemberRow>(eventsOfMember, [workspaceId, username]);
  const [first] = rows;
  if (!first) return undefined;
  const { memberName, userId, pictureVersion: version, brand } = first;
  return {
    name: memberName.trim(),
    brand: brandOf(workspaceId, brand),
    picture: version === null ? null : picturePath(workspaceId, userId, version),
    events: rows.map(listed),
  };
}

/** Reads a workspace's live events, by name; undefined if there are none. */
export async function readTeamPage(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  link: string,
): Promise<PublicPage | undefined> {
  const rows = await run<Row>(eventsOfTeam, [workspaceId, link]);
  const [first] = rows;
  if (!first) return undefined;
  const brand = brandOf(workspaceId, first.brand);
  return { name: brand.workspaceName, brand, picture: null, events: rows.map(listed) };
}
