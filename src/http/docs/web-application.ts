import type { DocsAddresses } from './page.ts';

export function webApplication({ baseUrl, appUrl }: DocsAddresses): string {
  return `People who run a workspace do so at [${appUrl}/settings](${appUrl}/settings). Most of it can also be done through GraphQL.

| Address | For | Who sees it |
|---|---|---|
| [/settings/account](${appUrl}/settings/account) | your name, your password, your workspaces and your sessions | everybody |
| [/settings/team](${appUrl}/settings/team) | members, roles and invitations | owners and admins change it |
| [/settings/developer](${appUrl}/settings/developer) | apps, connections, API keys, webhooks, requests | owners and admins; the apps that one has connected: everybody |

## Sign in

Sign in at [${appUrl}/sign-in](${appUrl}/sign-in). Many attempts with a wrong password have to wait; the page never says
whether an address has an account. If you are a member of several workspaces, choose one in the application: pages, GraphiQL and
requests of the browser then work in it.

**Forgotten password.** [${appUrl}/forgot-password](${appUrl}/forgot-password) sends you a link to choose another. On a server
that sends no e-mail, an owner or admin or the operator helps you.

**GraphiQL.** [${baseUrl}/graphql](${baseUrl}/graphql) uses the session of your browser, and says above its tabs as whom and in
which workspace it works. A mutation there is yours, on real data. An \`Authorization\` under Headers is used instead of your
session. A link can bring a query, which runs only when you run it.

## Members and invitations

In **Settings → Team**:

- **Invite somebody:** enter the address and the role. The link goes there by e-mail; on a server that sends none it is shown to
  you, to be handed over. Whoever opens it chooses a password, or signs in to an account that is there already.
- **Change a role:** it is in force from the next request on. Only owners make or unmake an owner, and the last owner keeps the
  role.
- **A member forgot the password:** make a link with which they choose another, if they belong to this workspace alone.
- **Remove a member:** choose who takes the upcoming calls and the contacts. Sessions, API keys and connections of the member in
  this workspace end at once. What the member did stays.

Owners and admins see and change all of the workspace. Closers and setters see their own schedules and calls, and all contacts.

## Passwords and sessions

In **Settings → Account**:

- **Change your password:** you need the present one. All your other sessions end.
- **Make another workspace,** where the server lets people make workspaces, and switch between those that you belong to.
- **End a session:** the list has each session with its browser and its last use. End one that you do not know, and change your
  password.

A session ends after 30 days without use.

## Register an app

In **Settings → Developer → OAuth clients**, for an app that acts for users by [OAuth 2.0](${baseUrl}/docs/oauth.md):

1. Enter its name, its home page and its redirect URIs, and choose its scopes. Choose only those that it needs: users read each of
   them when they connect the app.
2. Choose **confidential** for an app with a server that stores a secret, else **public**.
3. Copy the client secret. It is shown this once; if you lose it, rotate it.
4. Until the operator has approved the app, only members of your workspace can connect it. Ask for approval with the button there.

The page of an app also has an authorize URL, ready to be copied. Fewer scopes are in force at once for all connections. Before an
app is deleted you read which connections stop working.

## Try the flow

**Try the flow** on the page of an app runs all of [OAuth 2.0](${baseUrl}/docs/oauth.md) with a callback page of this server, and
shows each request with its response: the authorization with PKCE, your consent, the exchange of the code, a first call with the
access token, a refresh and the revocation. Begin there when your own program is refused, and compare.

## Connected apps

**Settings → Developer → Connected apps** has, for every member, the apps that they connected to the workspace: what each may do,
when it was connected and last used, and when its access token and the connection end. Revoke one connection, or all that you have
with an app: the next request with its tokens is a 401, and webhooks that the app created are deleted.

## API keys

In **Settings → Developer → API keys**, for a program of your own:

- **Create:** a name that says where the key is used, scopes, and a day on which it expires. The key is shown this once.
- **Rotate:** makes a new key with the same scopes. Choose how long the old one stays valid, put the new one in place meanwhile,
  and look at the last use of the old one before it ends.
- **Revoke:** the next request with the key is a 401.

[Get an API key](${baseUrl}/docs/api-keys.md) has the same for programs.

## Webhooks

In **Settings → Developer → Webhooks**, see also [webhooks](${baseUrl}/docs/webhooks.md):

- **Add an endpoint:** its address and the kinds of events. The secret that signs them is shown this once. Send a test event.
- **Deliveries:** each event with its attempts, and of each attempt what was sent and what your endpoint responded. Send one again
  there.
- **Rotate the secret:** the old one signs beside the new one for as long as you choose.

**An endpoint is paused** when it has failed for five days, or said that its address is gone (410). Look at the last attempts,
mend the cause, and resume the endpoint: it then gets what it missed. A test event shows that it works again.

## Requests

**Settings → Developer → Requests** has the last calls of each key and app: time, route, status, duration, request id, and the
code and the text of the error, for 7 days. To answer “why did I get a 403”, find the call by its \`X-Request-Id\`: the text
names the scope that is missing. Of an input that was refused it has the path and the code of each field.
[The log of requests](${baseUrl}/docs/troubleshooting.md#the-log-of-requests) says what is in it and what is not.
`;
}
