import { maxConnections, noRoomText } from '#src/domain/connections/connection.ts';
import { basicAccess, isScope, scopeSentences, scopesByResource } from '#src/domain/principal/scopes.ts';
import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import type { ConsentQuestion } from '#src/oauth/consent-question.ts';
import type { Page } from '../look/page.ts';

interface ConsentForm {
  readonly question: ConsentQuestion;
  readonly csrf: string;
  /** The scopes on the page, which the form requests when access is allowed. */
  readonly scope: string;
  readonly email: string;
  /** The preselected workspace. */
  readonly workspaceId: number;
  /** The URL to which the browser returns. */
  readonly destination: string;
  readonly isRenewable: boolean;
}

/** Asks if an app may act for the user. The form posts to the page's own URL. */
export function consentPage(form: ConsentForm): Page {
  const { question, csrf, scope } = form;
  const allowed = question.workspaces.filter((workspace) => workspace.allowed);
  const isPossible = allowed.length > 0;
  return {
    status: isPossible ? 200 : 403,
    title: isPossible ? `Connect ${question.client.name}` : 'Access denied',
    content: html`${heading(question, isPossible)}
${question.pending ? banner(question, isPossible) : !isPossible && refused(question)}
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="scope" value="${scope}">
${isPossible && [permissions('It will be able to:', scope.split(' ')), workspacePicker(allowed, form.workspaceId), exceptions(question, allowed), fullWorkspaces(question), terms(form)]}
<div class="buttons">
${isPossible && html`<button class="button primary" name="decision" value="allow">Allow access</button>`}
<button class="button" name="decision" value="deny">${isPossible ? 'Deny' : 'Back to the app'}</button>
</div>
<p class="account">Signed in as ${form.email}.
<button class="plain" name="decision" value="other-account">Use a different account</button></p>
</form>`,
  };
}

function heading({ client }: ConsentQuestion, isPossible: boolean): HtmlPart {
  const name = html`<bdi>${client.name}</bdi>`;
  return html`<div class="app">
${logo(client)}
<h1>${isPossible ? html`${name} wants access to your workspace` : html`You cannot connect ${name}`}</h1>
${client.homepageUrl !== null && html`<p class="soft"><a href="${client.homepageUrl}" target="_blank" rel="noopener noreferrer nofollow">${shownHost(client.homepageUrl)}</a></p>`}
</div>`;
}

/** The logo needs no alternative text, because the name follows. Its URL is relative: the web app may be below a path. */
function logo({ clientId, logoUrl, name }: ConsentQuestion['client']): HtmlPart {
  if (logoUrl !== null) return html`<img class="logo" src="logos/${clientId}" alt="" width="72" height="72">`;
  return html`<div class="logo initial" aria-hidden="true">${String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase()}</div>`;
}

function banner({ client }: ConsentQuestion, isPossible: boolean): HtmlPart {
  const isRejected = client.status === 'REJECTED';
  const state = isRejected ? 'This app has not been approved.' : 'This app is waiting for approval.';
  const consequence = isPossible
    ? 'Only members of the workspace that registered it can connect it, and only to that workspace.'
    : 'Access denied: only members of the workspace that registered it can connect it.';
  return html`<p class="note" role="note"><strong>${state}</strong> ${consequence}</p>`;
}

function refused({ workspaces: [workspace] }: ConsentQuestion): HtmlPart {
  const reason = workspace?.reason ?? 'You are not a member of any workspace';
  return html`<p class="note" role="note"><strong>Access denied.</strong> ${workspace && reason === noRoomText ? noRoomIn(workspace) : `${reason}.`}</p>`;
}

function noRoomIn({ name }: ConsentQuestion['workspaces'][number]): Html {
  return html`You have connected this app to <bdi>${name}</bdi> ${maxConnections} times, which is the maximum. Disconnect one of these connections under <a href="../settings/developer/connected-apps">Connected apps</a> in that workspace, then reload this page.`;
}

/** The workspaces that cannot be chosen because the person has too many connections of the app there. */
function fullWorkspaces({ workspaces }: ConsentQuestion): HtmlPart[] {
  return workspaces
    .filter(({ reason }) => reason === noRoomText)
    .map((workspace) => html`<p class="fine">${noRoomIn(workspace)}</p>`);
}

/** The listed scopes that are not granted in workspaces where the user's role allows less. */
function exceptions({ scopes }: ConsentQuestion, allowed: ConsentQuestion['workspaces']): HtmlPart[] {
  return allowed.flatMap((workspace) => {
    const missing = scopes.filter(({ scope }) => isScope(scope) && !workspace.scopes.includes(scope));
    if (missing.length === 0) return [];
    const list = missing.map(({ description }) => description).join('; ');
    return [
      html`<p class="fine">Not available in <bdi>${workspace.name}</bdi>, because your role does not allow it: ${list}.</p>`,
    ];
  });
}

/** First what every app may do, then the permissions by resource, with a mark if the app may change something. */
function permissions(title: string, names: readonly string[]): HtmlPart {
  return html`<h2 id="permissions">${title}</h2>
<ul class="permissions" aria-labelledby="permissions">
<li><span class="label">Your account</span>
<p>${basicAccess}</p>
</li>
${scopesByResource(names.filter(isScope)).map(
  ({ name, scopes }) => html`<li><span class="label">${name}</span>
${scopes.map(({ scope, isWrite }) => html`<p>${scopeSentences[scope]}${isWrite && html` <span class="mark">Can change</span>`}</p>\n`)}</li>\n`,
)}</ul>`;
}

function workspacePicker(allowed: ConsentQuestion['workspaces'], chosen: number): HtmlPart {
  const [only] = allowed;
  if (only && allowed.length === 1) {
    return html`<p class="label">Workspace</p><p><bdi>${only.name}</bdi><input type="hidden" name="workspaceId" value="${only.id}"></p>`;
  }
  return html`<label for="workspace">Workspace</label>
<select class="input" id="workspace" name="workspaceId" required>
${allowed.map(({ id, name }) => html`<option value="${id}"${id === chosen && html` selected`}>${name}</option>\n`)}</select>`;
}

function terms({ destination, isRenewable }: ConsentForm): HtmlPart {
  return html`<p class="fine">${lifetimeText(isRenewable)} The app can never do more than you can.</p>
<p class="fine">You will be sent back to <strong>${shownHost(destination)}</strong>.</p>`;
}

/** The host as browsers show it: in Punycode, so that lookalike letters are visible. */
export function shownHost(url: string): string {
  return URL.parse(url)?.host ?? '';
}

interface Confirmation {
  readonly appName: string;
  readonly workspaceName: string;
  readonly scope: string;
  readonly isRenewable: boolean;
  /** The URL where the app awaits the response. */
  readonly redirectUrl: string;
}

/**
 * The granted access: the app, the workspace, the permissions and their duration. It is the body of the redirect to the app, so
 * a person sees it only if the browser does not follow the redirect.
 */
export function confirmationPage(confirmation: Confirmation): Omit<Page, 'status'> {
  const { appName, workspaceName, scope, isRenewable, redirectUrl } = confirmation;
  return {
    title: `${appName} is connected`,
    content: html`<h1><bdi>${appName}</bdi> is connected</h1>
<p class="label">Workspace</p>
<p><bdi>${workspaceName}</bdi></p>
${permissions('It can:', scope.split(' '))}
<p class="fine">${lifetimeText(isRenewable)}</p>
<p class="buttons"><a class="button" rel="noreferrer" href="${redirectUrl}">Continue to ${new URL(redirectUrl).host}</a></p>`,
  };
}

/** How long the access of an app lasts; shown before and after it is granted. */
function lifetimeText(isRenewable: boolean): string {
  const renewal = ' The app can renew it until you revoke access or the app has not renewed it for 30 days.';
  return `Access lasts 1 hour at a time.${isRenewable ? renewal : ''}`;
}
