import { afterEach, describe, expect, test } from 'vitest';
import { openSender, type Sender, type SenderOptions } from '#src/jobs/webhooks/send.ts';
import { rawReceiver } from '../../support/raw-receiver.ts';

const senders: Sender[] = [];
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close();
});

function senderOf(options: Partial<SenderOptions> = {}): Sender {
  const sender = openSender({ allowsLoopback: false, timeoutMs: 60_000, ...options });
  senders.push(sender);
  return sender;
}

/** A receiver on this machine, which counts connections. Each answer ends its connection. */
const receiverHere = () => rawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));

async function errorOf(sender: Sender, url: string): Promise<string | null> {
  const { status, error } = await sender.send({ url, headers: {}, body: '{}' });
  expect(status).toBe(error === null ? 200 : null);
  return error;
}

describe('an address in a URL', () => {
  test.each([
    ...['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '127.0.0.1.', '[::1]', '[::ffff:127.0.0.1]'],
    ...['localhost', 'localhost.', 'a.localhost', '１２７.0.0.1', '0.0.0.0', '[::]', '[::ffff:7f00:1]'],
  ])('%s of this machine is not connected to', async (host) => {
    await using receiver = await receiverHere();
    for (const scheme of ['http', 'https']) {
      const error = await errorOf(senderOf(), `${scheme}://${host}:${receiver.port}/`);
      expect(error).toMatch(/ is an? (?:loopback|unspecified) address, which this server does not connect to\.$/);
    }
    expect(receiver.connections()).toBe(0);
  });

  test.each([
    ['10.0.0.1', 'a private address'],
    ['169.254.169.254', 'a metadata address'],
    ['0xa9fea9fe', 'a metadata address'],
    ['[fd00:ec2::254]', 'a metadata address'],
    ['[64:ff9b::a9fe:a9fe]', 'a metadata address'],
    ['100.64.0.1', 'an address of a carrier NAT'],
    ['[fe80::1]', 'a link-local address'],
    ['[2002:7f00:1::]', 'a tunnel address'],
  ])('%s is refused, also where loopback is allowed', async (host, kind) => {
    for (const allowsLoopback of [true, false]) {
      const error = await errorOf(senderOf({ allowsLoopback }), `https://${host}/latest/meta-data/`);
      expect(error).toBe(
        `${new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, '')} is ${kind}, which this server does not connect to.`,
      );
    }
  });

  test('is reached by http on this machine alone', async () => {
    await using receiver = await receiverHere();
    const sender = senderOf({ allowsLoopback: true });
    for (const host of ['127.0.0.1', 'localhost', 'hooks.localhost']) {
      expect(await errorOf(sender, `http://${host}:${receiver.port}/`)).toBe(null);
    }
    const before = performance.now();
    for (const host of ['1.1.1.1', '[2606:4700:4700::1111]']) {
      expect(await errorOf(sender, `http://${host}/`)).toBe('This server connects only over https.');
    }
    expect(performance.now() - before).toBeLessThan(50_000);
  });
});

describe('a name', () => {
  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['127.0.0.1', '::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
    ['2001:4860:4860::8888', '127.0.0.1'],
  ])('that resolves to %s, %s is not connected to', async (...addresses) => {
    await using receiver = await receiverHere();
    const sender = senderOf({ resolve: async () => addresses });
    for (const scheme of ['http', 'https']) {
      const error = await errorOf(sender, `${scheme}://hooks.example.com:${receiver.port}/`);
      expect(error).toMatch(/^hooks\.example\.com is a loopback address|^This server connects only over https\.$/);
    }
    expect(receiver.connections()).toBe(0);
  });

  test('that resolves differently the second time is refused then', async () => {
    await using receiver = await receiverHere();
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']];
    const sender = senderOf({ allowsLoopback: true, resolve: async () => answers.shift() as string[] });
    const url = `http://hooks.example.com:${receiver.port}/`;
    expect(await errorOf(sender, url)).toBe(null);
    await expect.poll(receiver.open).toBe(0);
    expect(await errorOf(sender, url)).toMatch('hooks.example.com is a private address');
    expect(await errorOf(sender, url)).toMatch('hooks.example.com is a metadata address');
    // Each connection resolved the name once, so what was checked is what was connected to.
    expect(answers).toEqual([]);
    expect(receiver.connections()).toBe(1);
  });

  test('that does not resolve, or has no address', async () => {
    const noName = 'The host name does not resolve to an address.';
    const fails = (code: string) => async () => {
      throw Object.assign(new Error(code), { code, syscall: 'queryA' });
    };
    const url = 'https://hooks.example.com/';
    expect(await errorOf(senderOf({ resolve: fails('ENOTFOUND') }), url)).toBe(noName);
    expect(await errorOf(senderOf({ resolve: fails('ENODATA') }), url)).toBe(noName);
    expect(await errorOf(senderOf({ resolve: async () => [] }), url)).toBe(noName);
    for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED']) {
      const error = await errorOf(senderOf({ resolve: fails(code) }), url);
      expect(error).toBe('The name servers of the host do not respond.');
    }
  });

  test('whose servers never answer takes no longer than the time limit, and delays no other', async () => {
    await using receiver = await receiverHere();
    const resolve = (host: string) =>
      host === 'slow.example.com' ? new Promise<string[]>(() => undefined) : Promise.resolve(['127.0.0.1']);
    const sender = senderOf({ allowsLoopback: true, timeoutMs: 300, resolve });
    const slow = Array.from({ length: 20 }, () => errorOf(sender, 'https://slow.example.com/'));
    expect(await errorOf(sender, `http://fast.example.com:${receiver.port}/`)).toBe(null);
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['No complete response within 0.3 seconds.']));
  });
});
