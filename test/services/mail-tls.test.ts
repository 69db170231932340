import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMailer } from '#src/services/accounts/mailer.ts';

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

const unlessElsewhere = elsewhere ? '' : ' (skipped: this machine has no address but loopback)';

let server: SMTPServer;
let port: number;
/** What the server, which has no TLS, got in clear. */
let passwords: (string | null | undefined)[];
let mails: number;
beforeEach(async () => {
  [passwords, mails] = [[], 0];
  server = new SMTPServer({
    ...{ hideSTARTTLS: true, allowInsecureAuth: true, authOptional: true },
    onAuth({ password, username }, _session, done) {
      passwords.push(password);
      done(null, { user: username });
    },
    onData(stream, _session, done) {
      mails += 1;
      stream.on('data', () => undefined).on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.server.address() as AddressInfo).port;
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

async function isSent(address: string, tls?: 'required' | 'offered'): Promise<boolean> {
  const mailer = openMailer({ url: `smtp://${address}:${port}`, from: 'slotline@example.com', tls });
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  try {
    await mailer.send(mail);
    return true;
  } catch {
    return false;
  } finally {
    mailer.close();
  }
}

describe('a mail server without TLS', () => {
  test.skipIf(!elsewhere)(`on another machine gets no password and no e-mail${unlessElsewhere}`, async () => {
    expect(await isSent(`me:secret@${elsewhere}`)).toBe(false);
    expect([passwords, mails]).toEqual([[], 0]);
  });

  test.skipIf(!elsewhere)(
    `gets both where SMTP_TLS is offered, and e-mail where there is no password${unlessElsewhere}`,
    async () => {
      expect(await isSent(`me:secret@${elsewhere}`, 'offered')).toBe(true);
      expect(await isSent(`${elsewhere}`)).toBe(true);
      expect([passwords, mails]).toEqual([['secret'], 2]);
    },
  );

  test('on this machine gets both, unless SMTP_TLS is required', async () => {
    expect(await isSent('me:secret@127.0.0.1')).toBe(true);
    expect(await isSent('me:secret@localhost')).toBe(true);
    expect(await isSent('me:secret@127.0.0.1', 'required')).toBe(false);
    expect([passwords, mails]).toEqual([['secret', 'secret'], 2]);
  });
});
