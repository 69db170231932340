import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { Language } from '#src/domain/languages/language.ts';
import { type Brand, picturePath } from '#src/domain/workspaces/brand.ts';
import { type BrandRow, brandColumn, brandOf } from './brands.ts';
import { pictureVersion } from './pictures.ts';

/** The data that the page of a booking shows besides the call. */
export interface InviteeCallSetting {
  readonly language: Language;
  /** How often the call was updated, including its cancellation. */
  readonly sequence: number;
  readonly brand: Brand;
  /** The path of the host's picture; null if there is none. */
  readonly hostPicture: string | null;
  /** The origins whose pages may show this one in a frame. */
  readonly embedOrigins: readonly string[];
  /** The time zone of the host. */
  readonly hostTimeZone: string;
  readonly bookingWindow: number | null;
  /** True if the invitee has been sent a mail about the last update, or is about to be. */
  readonly isMailed: boolean;
  /** True if the event takes bookings, so that the call can be rescheduled. */
  readonly isLive: boolean;
  /** True if the mail about the last update is held back, because the mailbox has reached its limit. */
  readonly isMailHeldBack: boolean;
}

/** SQL for a call `c`: a mail to the invitee about its last update. */
const mailWith = (condition: string) => `EXISTS (SELECT FROM "Notification" n
      WHERE n."workspaceId" = $1 AND n."eventCallId" = c."id" AND n."recipient" = 'INVITEE'
      AND n."kind" <> 'REMINDER' AND n."sequence" = c."sequence" AND ${condition})`;
const isMailHeldBack = mailWith('n."isHeldBack"');

/** $1 workspace, $2 id of the call. */
const setting = preparedStatement(
  'inviteeCalls.setting',
  `SELECT c."language", c."sequence", w."embedOrigins", ${brandColumn},
    c."userId" AS "hostId", ${pictureVersion('c."userId"')} AS "hostPictureVersion", u."timeZone" AS "hostTimeZone", e."bookingWindow",
    e."status" = 'ACTIVATED' AND e."deletedAt" IS NULL
      AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id") AS "isLive",
    ${isMailHeldBack} AS "isMailHeldBack", ${mailWith(`n."status" <> 'FAILED' AND NOT n."isHeldBack"`)} AS "isMailed"
  FROM "EventCall" c JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
    JOIN "Workspace" w ON w."id" = $1 JOIN "User" u ON u."id" = c."userId"
  WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

interface SettingRow extends Omit<InviteeCallSetting, 'brand' | 'hostPicture'> {
  readonly brand: BrandRow;
  readonly hostId: number;
  readonly hostPictureVersion: string | null;
}

export async function readInviteeCallSetting(
  { run }: Pick<Database, 'run'>,
  [workspaceId, id]: readonly [workspaceId: number, id: number],
): Promise<InviteeCallSetting | undefined> {
  const [row] = await run<SettingRow>(setting, [workspaceId, id]);
  if (!row) return undefined;
  const { brand, hostId, hostPictureVersion: version, ...others } = row;
  const hostPicture = version === null ? null : picturePath(workspaceId, hostId, version);
  return { ...others, brand: brandOf(workspaceId, brand), hostPicture };
}

const heldBack = preparedStatement(
  'inviteeCalls.isMailHeldBack',
  `SELECT ${isMailHeldBack} AS "isMailHeldBack" FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

/** Returns true if the mail to the invitee about the last update of a call is held back. */
export async function readIsMailHeldBack({ run }: Pick<Database, 'run'>, key: RecordKey): Promise<boolean> {
  const [row] = await run<Pick<InviteeCallSetting, 'isMailHeldBack'>>(heldBack, [...key]);
  return row?.isMailHeldBack ?? false;
}
