import type { Context as KoaContext } from 'koa';
import { newPersonInput } from '#src/domain/accounts/input.ts';
import { html } from '#src/lib/html.ts';
import {
  acceptAs,
  acceptWithNewAccount,
  type OpenInvitation,
  openInvitation,
} from '#src/services/accounts/accept-invitation.ts';
import { isWeakPassword } from '#src/services/accounts/password-checks.ts';
import { requirePassword } from '#src/services/accounts/sessions.ts';
import { emailOf } from '#src/services/members/members.ts';
import type { PagesContext } from '../context.ts';
import {
  endedLink,
  errorsOf,
  type Field,
  type FormErrors,
  readFields,
  unaccepted,
  withoutAddress,
} from '../look/form.ts';
import { sendRefusal } from '../look/page.ts';
import { browserGuard, enterApplication, originOf, tokenIn } from './guard.ts';
import { newPasswordField, personFields } from './sign-up.ts';
import { suggestNewPassword } from './weak-password.ts';

const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  maxLength: 200,
};

/** How to join: one click if signed in with the invited address, the password of its account, or a new account. */
type Way = 'click' | 'password' | 'new account';

const fieldsOf: Readonly<Record<Way, readonly Field[]>> = {
  click: [],
  password: [passwordField],
  'new account': [...personFields, newPasswordField],
};

/** `/invitation?token=…`: makes the holder of the link a member. */
export function invitationEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'invitation');

  async function wayOf(koa: KoaContext, { email, hasAccount }: OpenInvitation): Promise<[Way, userId?: number]> {
    const principal = await guard.principalOf(koa);
    if (principal && (await emailOf(context, principal.userId)) === email) return ['click', principal.userId];
    return [hasAccount ? 'password' : 'new account'];
  }

  return async (koa) => {
    const token = tokenIn(koa);
    const invitation = await openInvitation(context, token);
    if (!invitation) return sendRefusal(koa, endedLink);
    const [way, userId] = await wayOf(koa, invitation);
    const show = (typed?: URLSearchParams, errors?: FormErrors) => {
      const { workspaceName, email, role } = invitation;
      guard.sendForm(koa, {
        title: 'Join a workspace',
        intro: html`You have been invited to <strong><bdi>${workspaceName}</bdi></strong> as ${role.toLowerCase()}, with the email address <strong><bdi>${email}</bdi></strong>. ${way === 'password' && 'Enter your password to accept.'}`,
        fields: fieldsOf[way],
        button: 'Join',
        typed,
        errors,
      });
    };
    if (koa.method !== 'POST') return show();
    const form = await guard.formOf(koa, (typed) => show(typed, unaccepted));
    if (!form) return;
    try {
      const joined = await join(koa, invitation, { way, userId, form, token });
      if (joined && 'errors' in joined) return show(form, joined.errors);
      if (!joined) return sendRefusal(koa, endedLink);
      await guard.enter(koa, joined);
      const isWeak = way === 'password' && (await isWeakPassword(context, joined.userId, passwordIn(form)));
      if (isWeak) suggestNewPassword(koa);
      else enterApplication(koa);
    } catch (error) {
      show(form, withoutAddress(errorsOf(koa, error)));
    }
  };

  interface Attempt {
    readonly way: Way;
    readonly userId: number | undefined;
    readonly form: URLSearchParams;
    readonly token: string;
  }

  async function join(koa: KoaContext, { email }: OpenInvitation, { way, userId, form, token }: Attempt) {
    const origin = originOf(context, koa);
    const joining = { ...context, ...origin };
    if (userId !== undefined) return acceptAs(joining, token, userId);
    if (way === 'password') {
      const password = passwordIn(form);
      const address = context.addressOf(koa);
      const user = await context.signInThrottle.attempt({ address, account: email }, () =>
        requirePassword(context, { email, password }, origin),
      );
      return acceptAs(joining, token, user.id);
    }
    const read = readFields(newPersonInput, form);
    return 'errors' in read ? read : acceptWithNewAccount(joining, { ...read.values, token });
  }
}

function passwordIn(form: URLSearchParams): string {
  return (form.get('password') ?? '').slice(0, 200);
}
