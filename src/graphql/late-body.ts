/** A body that comes later than this after its headers is late. */
const lateMs = 1_000;

/**
 * Reads the body of a request whose credential was resolved by its headers. Where the body is late, the credential is confirmed:
 * it may have ended meanwhile, and a caller could keep a request open for that.
 */
export async function readBody<Body>(confirm: () => Promise<void>, read: () => Body | Promise<Body>): Promise<Body> {
  const startedAt = performance.now();
  const body = await read();
  if (performance.now() - startedAt > lateMs) await confirm();
  return body;
}
