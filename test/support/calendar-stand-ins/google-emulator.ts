import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createEmulator } from '@emulators/core';
import { googlePlugin, seedFromConfig } from '@emulators/google';
import { standInClient } from './oauth.ts';

export const emulatedAccount = 'ada@example.com';

/** Google as others have written it down: a second opinion, as far as it reaches (OAuth, the list of calendars, freeBusy). */
export async function googleEmulator({ redirectUri }: { readonly redirectUri: string }) {
  const mounted: { fetch?: (request: Request) => Response | Promise<Response> } = {};
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = method === 'GET' || method === 'HEAD' ? null : await text(incoming);
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      body,
      headers: headers as Record<string, string>,
    });
    const answer = (await mounted.fetch?.(request)) ?? new Response(null, { status: 503 });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { app, store } = createEmulator(googlePlugin, { baseUrl: url });
  mounted.fetch = (request) => app.fetch(request);
  const client = { client_id: standInClient.clientId, client_secret: standInClient.clientSecret };
  seedFromConfig(store, url, {
    users: [{ email: emulatedAccount, name: 'Ada' }],
    oauth_clients: [{ ...client, name: 'Slotline', redirect_uris: [redirectUri] }],
    calendars: [
      {
        id: emulatedAccount,
        user_email: emulatedAccount,
        summary: 'Ada',
        primary: true,
        time_zone: 'Europe/Berlin',
        access_role: 'owner',
      },
      { id: 'team', user_email: emulatedAccount, summary: 'Team', time_zone: 'UTC', access_role: 'reader' },
    ],
  });
  return {
    endpoints: {
      authorizationEndpoint: `${url}/o/oauth2/v2/auth`,
      tokenEndpoint: `${url}/oauth2/token`,
      api: `${url}/calendar/v3`,
    },
    /** Sends the form of its page as the account. Returns where the browser is sent back to. */
    async consent(authorizationUrl: string): Promise<URL> {
      const page = await (await fetch(authorizationUrl)).text();
      const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
      const decoded = fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]);
      const body = new URLSearchParams(decoded);
      const sent = await fetch(`${url}/o/oauth2/v2/auth/callback`, { method: 'POST', body, redirect: 'manual' });
      return new URL(sent.headers.get('location') ?? page);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
