import { html } from '#src/lib/html.ts';
import type { Page } from './page.ts';

export interface SignInForm {
  readonly csrf: string;
  readonly email: string;
  /** What was wrong with the attempt before. */
  readonly problem?: { readonly status: number; readonly text: string };
}

/** Asks for an e-mail address and a password. Posts to the address that it has itself. */
export function signInPage({ csrf, email, problem }: SignInForm): Page {
  const invalid = problem ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return {
    status: problem?.status ?? 200,
    title: problem ? 'Could not sign in' : 'Sign in',
    formAction: "'self'",
    content: html`<h1>Sign in</h1>
<p class="soft">Sign in to your account to go on.</p>
${problem && html`<p class="note error" id="problem" role="alert">${problem.text}</p>`}
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="255" required value="${email}"${invalid}${!problem && html` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${invalid}${problem && html` autofocus`}>
<div class="buttons"><button class="primary">Sign in</button></div>
</form>`,
  };
}
