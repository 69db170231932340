import { afterAll, expect, test } from 'vitest';
import { examineCalendars } from '#src/cli/examine-calendars.ts';
import { readConfig } from '#src/config/config.ts';
import { GoogleStandIn } from '../support/calendar-stand-ins/google.ts';
import { MicrosoftStandIn } from '../support/calendar-stand-ins/microsoft.ts';
import { standInClient } from '../support/calendar-stand-ins/oauth.ts';

const google = await GoogleStandIn.open();
const microsoft = await MicrosoftStandIn.open();
afterAll(() => Promise.all([google.close(), microsoft.close()]));
const endpoints = { GOOGLE: google.endpoints, MICROSOFT: microsoft.endpoints };

const { clientId, clientSecret } = standInClient;
const clients = {
  ...{ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
  ...{ MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret },
};
const examine = (variables: Record<string, string>) => examineCalendars(readConfig(variables), endpoints);

test('clients that the providers know are well', async () => {
  const back = 'accepts this client and redirects people back to http://localhost:3000/calendars/oauth/callback.';
  expect(await examine(clients)).toEqual([
    { name: 'google', ok: true, text: `Google ${back}` },
    { name: 'microsoft', ok: true, text: `Microsoft ${back}` },
  ]);
});

test('nothing is asked where no client is set', async () => {
  expect(await examine({})).toEqual([]);
});

test('a wrong secret is named with what helps', async () => {
  const found = await examine({ ...clients, GOOGLE_CLIENT_SECRET: 'wrong', MICROSOFT_CLIENT_SECRET: 'wrong' });
  expect(found).toEqual([
    {
      name: 'google',
      ok: false,
      text: 'Google answered with "invalid_client". Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    },
    {
      name: 'microsoft',
      ok: false,
      text: expect.stringMatching(/MICROSOFT_CLIENT_SECRET\. A Microsoft client secret expires/),
    },
  ]);
});

test.each([
  [
    { status: 400, body: { error: 'redirect_uri_mismatch' } },
    'Add http://localhost:3000/calendars/oauth/callback to the redirect',
  ],
  [{ status: 503, body: '<html>' }, 'Google answered with "status 503".'],
])('the answer %j is explained', async (answer, text) => {
  google.server.fail(/token/, answer);
  expect((await examine(clients))[0]).toMatchObject({ ok: false, text: expect.stringContaining(text) });
});

test('a provider that does not answer is named', async () => {
  const closed = await GoogleStandIn.open();
  await closed.close();
  const [found] = await examineCalendars(readConfig(clients), { ...endpoints, GOOGLE: closed.endpoints });
  expect(found).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^Google: .* Check that no firewall blocks the connection\.$/),
  });
});
