/** As the invitee's link has it. */
const previewId = /^call_[A-Za-z0-9]{22}$/;

/** Whether an entry with this UID was written by us: `<previewId>@<host>`. */
export function isOwnUid(uid: string | null | undefined, host: string): uid is string {
  if (!uid?.endsWith(`@${host}`)) return false;
  return previewId.test(uid.slice(0, -host.length - 1));
}
