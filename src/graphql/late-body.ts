/** A body is late if it arrives later than this after its headers. */
const lateMs = 1_000;

/**
 * Reads the body of a request whose credential was resolved from its headers. If the body is late, checks the credential again:
 * it may have ended meanwhile, and a caller could keep a request open for that purpose.
 */
export async function readBody<Body>(confirm: () => Promise<void>, read: () => Body | Promise<Body>): Promise<Body> {
  const startedAt = performance.now();
  const body = await read();
  if (performance.now() - startedAt > lateMs) await confirm();
  return body;
}
