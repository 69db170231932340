import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TlsOptions } from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { openSender, type SenderOptions } from '#src/jobs/webhooks/send.ts';
import { rawReceiver } from '../../support/raw-receiver.ts';

const file = (name: string) => readFileSync(path.join(import.meta.dirname, '../../support/certificates', name), 'utf8');
const ca = file('ca.pem');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The port of a receiver with a certificate, and the names that clients sent to choose it. */
async function receiverWith(certificate: string, options: TlsOptions = {}) {
  const server = createServer(
    { cert: file(certificate), key: file('receiver.key'), ...options },
    (request, response) => void response.end(`${request.headers.host}`),
  );
  let requests = 0;
  server.on('request', () => requests++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { port: (server.address() as AddressInfo).port, requests: () => requests };
}

async function send(url: string, options: Partial<SenderOptions> = {}) {
  const sender = openSender({ allowsLoopback: true, timeoutMs: 60_000, ca, ...options });
  closing.unshift(() => sender.close());
  return sender.send({ url, headers: {}, body: '{}' });
}

test('sends to a receiver whose certificate fits its name', async () => {
  const { port } = await receiverWith('localhost.pem');
  const resolve = async () => ['127.0.0.1'];
  for (const host of ['localhost', '127.0.0.1', 'hooks.example.com']) {
    const sent = await send(`https://${host}:${port}/`, { resolve });
    expect(sent).toMatchObject({ status: 200, responseStart: `${host}:${port}`, error: null });
  }
});

test.each([
  ['expired.pem', ca, 'The certificate of the receiver has expired.'],
  ['another-host.pem', ca, 'The certificate of the receiver is for a different host name.'],
  ['localhost.pem', undefined, 'The certificate chain of the receiver is incomplete.'],
])('refuses %s', async (certificate, authority, error) => {
  const { port, requests } = await receiverWith(certificate);
  const sent = await send(`https://localhost:${port}/`, { ca: authority });
  expect(sent).toMatchObject({ status: null, responseStart: null, error });
  expect(requests()).toBe(0);
});

test('checks certificates even where the environment turns that off', async () => {
  const { port } = await receiverWith('expired.pem');
  const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    expect((await send(`https://localhost:${port}/`)).error).toBe('The certificate of the receiver has expired.');
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    warnings.mockRestore();
  }
});

test('refuses protocols that are too old, and what is no TLS', async () => {
  const old = await receiverWith('localhost.pem', {
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'ALL:@SECLEVEL=0',
  });
  await using plain = await rawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  for (const { port } of [old, plain]) {
    const { status, error } = await send(`https://localhost:${port}/`);
    expect([status, error]).toEqual([null, 'The receiver does not speak TLS as expected.']);
  }
});

test('gives up a handshake that does not end, and closes the connection', async () => {
  await using receiver = await rawReceiver(() => undefined);
  const { error, latencyMs } = await send(`https://localhost:${receiver.port}/`, { timeoutMs: 200 });
  expect(error).toBe('No complete response within 0.2 seconds.');
  expect(latencyMs).toBeLessThan(50_000);
  await expect.poll(receiver.open).toBe(0);
});

test('reports a line that is closed in the handshake', async () => {
  await using receiver = await rawReceiver((socket) => socket.destroy());
  const { error } = await send(`https://localhost:${receiver.port}/`);
  expect(error).toBe('The receiver closed the connection before its response was complete.');
});

test('sends nothing where a name leads elsewhere between the check and the connection', async () => {
  const { port, requests } = await receiverWith('localhost.pem');
  const uses: string[] = [];
  // A public address for whoever checks it, and this machine for whoever connects.
  const elusive = Object.assign(['8.8.8.8'], {
    map: (use: (address: string) => unknown) => {
      uses.push(uses.length === 0 ? '8.8.8.8' : '127.0.0.1');
      return [use(uses.at(-1) as string)];
    },
  });
  const resolve = async () => elusive as unknown as string[];
  const sent = await send(`https://hooks.example.com:${port}/`, { resolve, allowsLoopback: false });
  expect(sent.error).toBe('hooks.example.com is a loopback address, which this server does not connect to.');
  expect(uses).toEqual(['8.8.8.8', '127.0.0.1']);
  expect(requests()).toBe(0);
});
