import type { Context as KoaContext } from 'koa';
import { addressInput, newOwnerInput, signUpInput } from '#src/domain/accounts/input.ts';
import { html } from '#src/lib/html.ts';
import { timeZones, zoneChoices } from '#src/lib/time/time-zone-names.ts';
import { confirmSignUp, refuseWeakOwner, requestSignUp, signUp, signUpOf } from '#src/services/accounts/sign-up.ts';
import type { PagesContext } from '../context.ts';
import { assetAddress } from '../look/assets.ts';
import {
  endedLink,
  errorsOf,
  type Field,
  type FormErrors,
  readFields,
  unaccepted,
  withoutAddress,
} from '../look/form.ts';
import { sendPage, sendRefusal } from '../look/page.ts';
import { browserGuard, enterApplication, originOf, pageAt, tokenIn } from './guard.ts';
import { redirectToNext, withNext } from './next-page.ts';

export const addressField: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' };
export const personFields: readonly Field[] = [
  { name: 'firstName', label: 'First name', autocomplete: 'given-name', maxLength: 100 },
  { name: 'lastName', label: 'Last name (optional)', autocomplete: 'family-name', maxLength: 100, optional: true },
];
export const newPasswordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  maxLength: 200,
  hint: 'Use at least 8 characters; 15 or more are better. A few random words are easy to remember.',
};
const ownerFields: readonly Field[] = [
  ...personFields,
  { name: 'workspaceName', label: 'Workspace name', autocomplete: 'organization' },
  {
    name: 'timeZone',
    label: 'Workspace time zone',
    value: 'UTC',
    choices: zoneChoices(timeZones),
    hint: 'Used for your working hours and for the dates in lists.',
  },
  newPasswordField,
];

/** Only for a new form: a form that is shown again has the chosen zone. */
function zoneScript(koa: KoaContext, typed: URLSearchParams | undefined): string | undefined {
  return typed ? undefined : pageAt(koa, assetAddress('time-zone.js'));
}

export const closed = {
  status: 403,
  title: 'Sign-up is closed',
  text: 'Only the operator of this server can create workspaces. To join one, ask an owner or admin of the workspace to invite you.',
};

/** `/sign-up`: asks for everything at once, or only for the address if an e-mail can prove it. */
export function signUpEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'sign-up');
  const fields = context.mailer ? [addressField] : [addressField, ...ownerFields];

  function show(koa: KoaContext, typed?: URLSearchParams, errors?: FormErrors): void {
    guard.sendForm(koa, {
      script: context.mailer ? undefined : zoneScript(koa, typed),
      title: 'Sign up',
      intro: 'Create a new workspace. You will be its owner.',
      fields,
      typed,
      errors,
      button: context.mailer ? 'Send sign-up link' : 'Create workspace',
      ways: html`<p class="account">Already have an account? <a href="${withNext(koa, '/sign-in')}">Sign in</a></p>`,
    });
  }

  async function submit(koa: KoaContext): Promise<void> {
    const form = await guard.formOf(koa, (typed) => show(koa, typed, unaccepted));
    if (!form) return;
    const address = context.addressOf(koa);
    try {
      if (context.mailer) {
        const read = readFields(addressInput, form);
        if ('errors' in read) return show(koa, form, read.errors);
        const { email } = read.values;
        await context.accountLimits.count({ address, email });
        requestSignUp(context, email);
        return sendPage(koa, sentPage(email));
      }
      const read = readFields(signUpInput, form);
      if ('errors' in read) return show(koa, form, read.errors);
      // The limit counts new accounts per address, so a refused password must not count.
      await refuseWeakOwner(read.values);
      await context.accountLimits.count({ address, email: read.values.email });
      await guard.enter(koa, await signUp({ ...context, ...originOf(context, koa) }, read.values));
      await redirectToNext(koa, context);
    } catch (error) {
      show(koa, form, errorsOf(koa, error));
    }
  }

  return async (koa) => {
    if (!context.signUp) return sendRefusal(koa, closed);
    return koa.method === 'POST' ? submit(koa) : show(koa);
  };
}

/** `/sign-up/confirm?token=…`: the second step, from the e-mail. Only the form consumes the link, not its preview. */
export function confirmSignUpEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'confirm-sign-up');

  function show(koa: KoaContext, email: string, typed?: URLSearchParams, errors?: FormErrors): void {
    const intro = html`Your email address is <strong><bdi>${email}</bdi></strong>.`;
    const button = 'Create workspace';
    const script = zoneScript(koa, typed);
    guard.sendForm(koa, { title: 'Finish signing up', intro, fields: ownerFields, button, typed, errors, script });
  }

  return async (koa) => {
    if (!context.signUp) return sendRefusal(koa, closed);
    const token = tokenIn(koa);
    const email = await signUpOf(context, token);
    if (email === undefined) return sendRefusal(koa, endedLink);
    if (koa.method !== 'POST') return show(koa, email);
    const form = await guard.formOf(koa, (typed) => show(koa, email, typed, unaccepted));
    if (!form) return;
    const read = readFields(newOwnerInput, form);
    if ('errors' in read) return show(koa, email, form, read.errors);
    try {
      const owner = await confirmSignUp({ ...context, ...originOf(context, koa) }, { ...read.values, token });
      if (!owner) return sendRefusal(koa, endedLink);
      await guard.enter(koa, owner);
      enterApplication(koa);
    } catch (error) {
      show(koa, email, form, withoutAddress(errorsOf(koa, error)));
    }
  };
}

/** The page is the same whether the address has an account or not. */
export function sentPage(email: string) {
  return {
    status: 200,
    title: 'Check your email',
    content: html`<h1>Check your email</h1>
<p>We have sent an email to <strong><bdi>${email}</bdi></strong> with the next step.</p>
<p class="fine">Nothing after a few minutes? Check your spam folder, or <a href="">enter a different address</a>.</p>`,
  };
}
