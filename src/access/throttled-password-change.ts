import { fieldError } from '#src/domain/errors.ts';
import type { ChangePasswordInput } from '#src/domain/sessions/session.ts';
import { changePassword, type PersonContext } from '#src/services/accounts/own-sessions.ts';
import { isWrongSignIn } from '#src/services/accounts/sessions.ts';
import { emailOf } from '#src/services/members/members.ts';
import type { LoginThrottle } from './login-throttle.ts';

/** Changes the caller's password. Wrong current passwords count together with failed attempts to sign in. */
export async function throttledPasswordChange(
  context: PersonContext & { readonly signInThrottle: LoginThrottle },
  input: ChangePasswordInput & { readonly token: string; readonly address: string },
): Promise<{ sessionsEnded: number }> {
  const account = await emailOf(context, context.principal.userId);
  try {
    return await context.signInThrottle.attempt({ address: input.address, account }, () =>
      changePassword(context, input),
    );
  } catch (error) {
    if (isWrongSignIn(error)) throw fieldError('currentPassword', 'not_allowed', 'Is not your current password');
    throw error;
  }
}
