import type { ClientBase } from 'pg';
import type { MemberKey } from '#src/db/keys.ts';
import { addWeeklyMail, deleteWeeklyMail } from '#src/db/writes/weekly-mails.ts';
import { type MailZones, weekToCome } from '#src/domain/weekly-mails/schedule.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import type { ServiceContext } from '../context.ts';

/** Signs the links that switch weekly mails off. */
export const weeklyMailPurpose = 'weekly mails';

export interface SwitchContext extends Pick<ServiceContext, 'db'> {
  readonly weeklyMailLinks: SignedTexts;
}

/** Switches the weekly mail of a locked member on, beginning with the next Monday, or off. */
export async function switchWeeklyMail(
  client: ClientBase,
  key: MemberKey,
  { isOn, zones, now }: { readonly isOn: boolean; readonly zones: MailZones; readonly now: Date },
): Promise<void> {
  if (isOn) await addWeeklyMail(client, key, weekToCome(zones, now));
  else await deleteWeeklyMail(client, key);
}

export const weeklyMailOffPath = '/weekly-mail/off';

/** The address that switches the mail of a member off, whoever opens it: mail programs do so without signing in. */
export function weeklyMailOffUrl(
  { weeklyMailLinks, appUrl }: { readonly weeklyMailLinks: SignedTexts; readonly appUrl: string },
  [workspaceId, userId]: MemberKey,
): string {
  return `${appUrl}${weeklyMailOffPath}?token=${weeklyMailLinks.sign(`${workspaceId}.${userId}`)}`;
}

/** The member that a link is for; undefined unless this server signed it. */
export function memberOfLink({ weeklyMailLinks }: Pick<SwitchContext, 'weeklyMailLinks'>, token: string) {
  const match = /^(\d{1,10})\.(\d{1,10})$/.exec(weeklyMailLinks.read(token) ?? '');
  return match ? ([Number(match[1]), Number(match[2])] as const) : undefined;
}

/** Switches the mail off that the link is for; also succeeds if it is off. Returns false if this server did not sign the link. */
export async function switchOffByLink(context: SwitchContext, token: string): Promise<boolean> {
  const key = memberOfLink(context, token);
  if (!key) return false;
  await context.db.write((client) => deleteWeeklyMail(client, key));
  return true;
}
