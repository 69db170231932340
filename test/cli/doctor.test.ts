import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { cli, json } from '../support/cli.ts';
import { migratedDatabase, scratchDatabase } from '../support/scratch-database.ts';

const database = await migratedDatabase();
const empty = await scratchDatabase();
afterAll(() => Promise.all([database.drop(), empty.drop()]));
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const received: string[] = [];
async function smtp(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true, hideSTARTTLS: true },
    onAuth: ({ username, password }, _session, done) =>
      password === 'right/one' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData(stream, { envelope }, done) {
      received.push(...envelope.rcptTo.map(({ address }) => address));
      stream.on('data', () => undefined).on('end', () => done());
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return (server.server.address() as AddressInfo).port;
}

const env = (port: number, changes: Record<string, string> = {}, user = '') => ({
  ...{ DATABASE_URL: database.url, SMTP_URL: `smtp://${user}127.0.0.1:${port}`, MAIL_FROM: 'slotline@example.com' },
  ...changes,
});

interface Found {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly text: string }[];
}
const mailOf = ({ checks }: Found) => checks.find(({ name }) => name === 'mail');

test('says that all is well, where it is', async () => {
  const port = await smtp();
  const { code, stdout } = await cli(['doctor'], env(port, {}, 'me:right%2Fone@'));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok {5}database {2}There is Slotline data in the database ".*" on .*\.\n/);
  expect(stdout).toContain(`\nok     mail      127.0.0.1:${port} responds and accepts the user and password`);
});

test('sends a test e-mail where an address is given', async () => {
  const found = (await json(['doctor', '--mail-to', 'ops@example.com'], env(await smtp()))) as unknown as Found;
  expect([mailOf(found)?.ok, received.splice(0)]).toEqual([true, ['ops@example.com']]);
});

test('says that no mail is sent without an SMTP_URL, which is no mistake', async () => {
  const { code, stdout } = await cli(['doctor'], { DATABASE_URL: database.url });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('ok     mail      SMTP_URL is not set, so no email is sent.'),
  ]);
  expect((await cli(['doctor', '--mail-to', 'ops@example.com'], { DATABASE_URL: database.url })).code).toBe(1);
});

describe('the proxy in front', () => {
  const base = {
    ...{ DATABASE_URL: database.url, SECRET_KEY: '0123456789abcdef'.repeat(2) },
    ...{ BASE_URL: 'https://api.example.com', APP_URL: 'https://app.example.com' },
  };

  test('is missing in TRUSTED_PROXIES', async () => {
    const { code, stdout } = await cli(['doctor'], base);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/wrong {2}proxy .*Set TRUSTED_PROXIES to the address/)]);
  });

  test('is named there', async () => {
    const { code, stdout } = await cli(['doctor'], { ...base, TRUSTED_PROXIES: 'loopback' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('\nok     proxy ')]);
  });
});

async function silent(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('says what is wrong with the mail server, what helps, and exits with 1:', () => {
  const wrong = async (variables: Record<string, string>, args: string[] = []) => {
    const { code, stdout } = await cli(['doctor', ...args], variables);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^ok.*\nwrong {2}mail/)]);
    return stdout;
  };

  test('nothing listens', async () => {
    expect(await wrong(env(1))).toMatch(
      /The connection to the mail server failed\. \(.*ECONNREFUSED.*\) Check the host/,
    );
  });

  test('it says nothing', async () => {
    const port = await silent(() => undefined);
    expect(await wrong(env(port))).toMatch(/The mail server did not respond in time\. .* Check the port in SMTP_URL/);
  }, 15_000);

  test('it closes', async () => {
    const port = await silent((socket) => void socket.end());
    expect(await wrong(env(port))).toMatch(/The connection to the mail server failed\./);
  });

  test('it has no TLS', async () => {
    const port = await smtp({ disabledCommands: ['STARTTLS'] });
    expect(await wrong(env(port, { SMTP_TLS: 'required' }))).toMatch(/established\. .*SMTP_TLS=offered/);
  });

  test('its certificate is not trusted', async () => {
    const said = await wrong(env(await smtp(), { SMTP_TLS: 'required' }));
    expect(said).toMatch(/established\. Reason: .*certificate.* the certificate is valid for its host/);
  });

  test('the port speaks no TLS at once', async () => {
    const port = await smtp();
    const said = await wrong(env(port, { SMTP_URL: `smtps://127.0.0.1:${port}` }));
    expect(said).toMatch(/established\. .*smtps:\/\/ for port 465/);
  });

  test('the password is wrong, which is not shown', async () => {
    const said = await wrong(env(await smtp(), {}, 'me:secret-one@'));
    expect(said).toMatch(/rejected the user or the password\. Its response: 535 Wrong password Check the user/);
    expect(said).not.toContain('secret-one');
  });

  test('it refuses the sender, which a test e-mail shows', async () => {
    const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, _session, done) => done(new Error('Not yours'));
    const said = await wrong(env(await smtp({ onMailFrom })), ['--mail-to', 'ops@example.com']);
    expect(said).toMatch(/rejected the sender\. Its response: 550 Not yours Check MAIL_FROM/);
  });
});

test('says what is wrong with the database, and looks at the mail server all the same', async () => {
  const { code, stdout } = await cli(['doctor'], env(await smtp(), { DATABASE_URL: empty.url }));
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong {2}database {2}There is no Slotline data.*\nok/)]);
  const away = await cli(['doctor'], env(await smtp(), { DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/none' }));
  expect([away.code, away.stdout]).toEqual([1, expect.stringMatching(/^wrong {2}database {2}DATABASE_URL: .*\nok/)]);
  expect(away.stdout).not.toContain('hidden');
});

test('says what is wrong with the configuration', async () => {
  const { code, stderr } = await cli(['doctor'], { SMTP_URL: 'http://x', MAIL_FROM: 'slotline@example.com' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('SMTP_URL')]);
});
