import { linkPaths } from '#src/domain/accounts/links.ts';
import type { Route } from '#src/http/routes.ts';
import type { PagesContext } from '../context.ts';
import { pageEndpoint } from '../look/endpoint.ts';
import { invitationEndpoint } from './invitation.ts';
import { forgotPasswordEndpoint, resetPasswordEndpoint } from './password.ts';
import { demoEndpoint, signOutEndpoint } from './session-pages.ts';
import { signInEndpoint } from './sign-in.ts';
import { confirmSignUpEndpoint, signUpEndpoint } from './sign-up.ts';
import { weakPasswordEndpoint } from './weak-password.ts';

/** The pages for people who are not signed in, by path. They need no script. */
export function accountPages(context: PagesContext): Route[] {
  const endpoints = {
    '/sign-in': signInEndpoint,
    '/sign-out': signOutEndpoint,
    '/sign-up': signUpEndpoint,
    '/forgot-password': forgotPasswordEndpoint,
    '/stronger-password': weakPasswordEndpoint,
    '/demo': demoEndpoint,
    [linkPaths.signUp]: confirmSignUpEndpoint,
    [linkPaths.passwordReset]: resetPasswordEndpoint,
    [linkPaths.invitation]: invitationEndpoint,
  };
  return Object.entries(endpoints).map(([path, make]) => ({ path, endpoint: pageEndpoint(make(context), context) }));
}
