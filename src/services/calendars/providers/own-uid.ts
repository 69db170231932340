/** The id of a call in its booking link. */
const previewId = /^call_[A-Za-z0-9]{22}$/;

/** True if Slotline created the entry with this UID: `<previewId>@<host>`. */
export function isOwnUid(uid: string | null | undefined, host: string): uid is string {
  if (!uid?.endsWith(`@${host}`)) return false;
  return previewId.test(uid.slice(0, -host.length - 1));
}
