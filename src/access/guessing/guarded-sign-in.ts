import type { SignInInput } from '#src/domain/sessions/session.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type SignedIn, signIn } from '#src/services/sessions/sign-in.ts';
import type { GuessGuard } from './guess-guard.ts';

export interface GuardedSignIn extends SignInInput {
  /** Where the request comes from. */
  readonly address: string;
}

/** Begins a session, at whichever door: guesses at one count at all. Letter case makes no other account. */
export function guardedSignIn(
  context: ServiceContext & { readonly signInGuard: GuessGuard },
  { address, ...input }: GuardedSignIn,
): Promise<SignedIn> {
  const email = input.email.toLowerCase();
  return context.signInGuard.attempt({ address, account: email }, () => signIn(context, { ...input, email }));
}
