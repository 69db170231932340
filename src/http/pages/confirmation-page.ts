import { isScope, scopeSentences } from '#src/domain/access/scopes.ts';
import { html } from '#src/lib/html.ts';
import type { Page } from './page.ts';

export interface Confirmation {
  readonly appName: string;
  readonly workspaceName: string;
  readonly scope: string;
  readonly isRenewable: boolean;
  /** Where the app waits for its answer. */
  readonly redirectUrl: string;
}

/** How long an app keeps its access, told before and after it is given. */
export function lifetimeText(isRenewable: boolean): string {
  const renewal = ' The app can renew it until it has not done so for 30 days, or you revoke it.';
  return `Access lasts 1 hour at a time.${isRenewable ? renewal : ''}`;
}

/**
 * What was given: the app, the workspace, the permissions and how long they last. It goes with the redirect to the app,
 * which waits for its answer, so a browser shows it only where it does not go on by itself.
 */
export function confirmationPage(given: Confirmation): Omit<Page, 'status'> {
  const { appName, workspaceName, scope, isRenewable, redirectUrl } = given;
  const permissions = scope.split(' ').filter(isScope);
  return {
    title: `${appName} is connected`,
    content: html`<h1><bdi>${appName}</bdi> is connected</h1>
<p class="label">Workspace</p>
<p><bdi>${workspaceName}</bdi></p>
<h2 id="permissions">It is able to:</h2>
<ul class="permissions" aria-labelledby="permissions">
${permissions.map((each) => html`<li>${scopeSentences[each]}</li>\n`)}</ul>
<p class="fine">${lifetimeText(isRenewable)}</p>
<p class="buttons"><a class="button" rel="noreferrer" href="${redirectUrl}">Go on to ${new URL(redirectUrl).host}</a></p>`,
  };
}
