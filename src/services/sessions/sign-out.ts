import { isWellFormedSessionToken, type SignOutInput } from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { ServiceContext } from '#src/services/context.ts';

/** Ends the session; one that has ended already is no error. */
export async function signOut(context: ServiceContext, { token }: SignOutInput): Promise<void> {
  if (!isWellFormedSessionToken(token)) return;
  await context.db.prisma.session.deleteMany({ where: { tokenHash: sha256(token) } });
}
