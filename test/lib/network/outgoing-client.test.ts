import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { ByteBudget } from '#src/lib/byte-budget.ts';
import { OutgoingClient, type OutgoingRequest, RequestFailure } from '#src/lib/network/outgoing-client.ts';
import { rawReceiver } from '../../support/raw-receiver.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { later, pause } from '../../support/waiting.ts';
import { type Receiver, webhookReceiver } from '../../support/webhook-receiver.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Respond = (response: ServerResponse, path: string) => void;

/** A server on this machine. */
async function serverOf(respond: Respond): Promise<Receiver> {
  const server = await webhookReceiver((response, { path }) => respond(response, path));
  closing.push(() => server.close());
  return server;
}

function clientOf(options: Partial<ConstructorParameters<typeof OutgoingClient>[0]> = {}): OutgoingClient {
  const client = new OutgoingClient({ allowsLoopback: true, ...options });
  closing.push(() => client.close());
  return client;
}

const limits = { timeoutMs: 60_000, maxBytes: 1024 * 1024 };
const send = (url: string, options: Partial<OutgoingRequest> = {}, client = clientOf()) =>
  client.request({ url, ...limits, ...options });

/** The sentence of the failure, or the status of the answer. */
const outcome = (sending: ReturnType<typeof send>) =>
  sending.then(
    ({ status }) => status,
    (error) => (error instanceof RequestFailure ? error.message : error),
  );

const redirect = (status: number, location: string) => (response: ServerResponse) =>
  response.writeHead(status, { location }).end();

test('reads an answer of any status, its headers and its body', async () => {
  const { url } = await serverOf((response, path) => {
    response.writeHead(Number(path.slice(1)), { 'Set-Cookie': ['a=1', 'b=2'], ETag: '"x"' }).end('body');
  });
  for (const status of [200, 207, 404, 500]) {
    const answer = await send(`${url}/${status}`);
    expect(answer).toMatchObject({ status, headers: { etag: '"x"', 'set-cookie': 'a=1' }, url: `${url}/${status}` });
    expect(answer.body.toString()).toBe('body');
  }
});

test('sends the method, the headers, the query and the body', async () => {
  const server = await serverOf((response) => response.end());
  await send(`${server.url}/a?b=c`, { method: 'REPORT', headers: { depth: '1' }, body: '<x/>' });
  expect(server.received).toMatchObject([{ path: '/a?b=c', headers: { depth: '1' }, body: Buffer.from('<x/>') }]);
});

test.each([
  [301, 'PROPFIND', 'PROPFIND', '<x/>'],
  [302, 'PROPFIND', 'PROPFIND', '<x/>'],
  [302, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [307, 'POST', 'POST', '<x/>'],
  [308, 'PUT', 'PUT', '<x/>'],
])('a redirect by %i makes %s a %s', async (status, method, followed, body) => {
  const requests: string[] = [];
  const server = await serverOf((response, path) => {
    const { method: received } = (response as ServerResponse & { req: IncomingMessage }).req;
    requests.push(`${received} ${path}`);
    if (path === '/') redirect(status, 'next')(response);
    else response.end('there');
  });
  const answer = await send(`${server.url}/`, { method, body: '<x/>' });
  expect(answer.url).toBe(`${server.url}/next`);
  expect(requests).toEqual([`${method} /`, `${followed} /next`]);
  expect(server.received[1]?.body.toString()).toBe(body);
});

test('follows five redirects and no sixth', async () => {
  const { url, received } = await serverOf((response, path) => {
    const left = Number(path.slice(1));
    if (left === 0) response.end();
    else redirect(301, `/${left - 1}`)(response);
  });
  expect(await outcome(send(`${url}/5`))).toBe(200);
  received.length = 0;
  expect(await outcome(send(`${url}/6`))).toBe('The response is redirect number 6, which is too many.');
  expect(received.map(({ path }) => path)).toEqual(['/6', '/5', '/4', '/3', '/2', '/1']);
});

test.each(['ftp://127.0.0.1/', 'javascript:alert(1)', 'file:///etc/passwd', 'http://[', 'data:text/calendar,BEGIN'])(
  'a redirect to %s is not followed',
  async (location) => {
    const { url } = await serverOf(redirect(302, location));
    expect(await outcome(send(url))).toBe('The response redirects to something other than a web address.');
  },
);

test('what has no location or is none of the redirects is an answer', async () => {
  const { url } = await serverOf((response, path) =>
    path === '/304' ? redirect(304, '/')(response) : response.writeHead(Number(path.slice(1))).end(),
  );
  for (const status of [300, 301, 304, 308]) expect(await outcome(send(`${url}/${status}`))).toBe(status);
});

test('a credential goes to the origin that it is for, and to no other, not even on the way back', async () => {
  const other = await serverOf((response) => redirect(307, `${first.url}/back`)(response));
  const first = await serverOf((response, path) => {
    if (path === '/') redirect(307, '/here')(response);
    else if (path === '/here') redirect(307, other.url)(response);
    else response.end();
  });
  const headers = { Authorization: 'Basic c2VjcmV0', 'x-other': 'stays' };
  expect(await outcome(send(first.url, { headers }))).toBe(200);
  expect(first.received.map(({ path, headers: { authorization } }) => [path, authorization])).toEqual([
    ['/', 'Basic c2VjcmV0'],
    ['/here', 'Basic c2VjcmV0'],
    ['/back', undefined],
  ]);
  expect(other.received[0]?.headers).toMatchObject({ 'x-other': 'stays' });
  expect(other.received[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  ['https://10.0.0.1/', '10.0.0.1 is a private address, which this server does not connect to.'],
  [
    'http://169.254.169.254/latest/meta-data/',
    '169.254.169.254 is a metadata address, which this server does not connect to.',
  ],
  ['https://[fd00::1]/', 'fd00::1 is a private address, which this server does not connect to.'],
  ['//0x0a000001/', '10.0.0.1 is a private address, which this server does not connect to.'],
  ['http://1.1.1.1/', 'This server connects only over https.'],
])('a redirect to %s is checked as the first address is', async (location, message) => {
  const { url } = await serverOf(redirect(302, location));
  expect(await outcome(send(url))).toBe(message);
});

test('this machine is reached only where that is allowed, by its address and by names', async () => {
  const { url, received } = await serverOf((response) => response.end());
  const client = clientOf({ allowsLoopback: false, resolve: async () => ['127.0.0.1'] });
  const names = ['127.0.0.1', 'localhost', '127.1', '[::ffff:127.0.0.1]', 'calendars.example.com'];
  for (const name of names) {
    const message = await outcome(send(url.replace('127.0.0.1', name), {}, client));
    expect(message).toMatch(/ is a loopback address, which this server does not connect to\.$/);
  }
  expect(received).toEqual([]);
});

test('a name that leads elsewhere after the first answer is checked anew', async () => {
  const { url, received } = await serverOf((response) => {
    response.setHeader('connection', 'close');
    redirect(302, 'http://calendars.example.com/again')(response);
  });
  const addresses = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1']];
  const client = clientOf({ resolve: async () => addresses.shift() ?? [] });
  const message = await outcome(send(url.replace('127.0.0.1', 'calendars.example.com'), {}, client));
  expect(message).toBe('calendars.example.com is a private address, which this server does not connect to.');
  expect(addresses).toEqual([]);
  expect(received).toHaveLength(1);
});

test('reads what is compressed, also where the name of the way has capitals', async () => {
  const ways = {
    gzip: gzipSync,
    'X-GZIP': gzipSync,
    deflate: deflateSync,
    BR: brotliCompressSync,
    identity: Buffer.from,
  };
  const { url } = await serverOf((response, path) => {
    const name = path.slice(1) as keyof typeof ways;
    response.writeHead(200, { 'content-encoding': name }).end(ways[name](Buffer.from('content')));
  });
  for (const name of Object.keys(ways)) expect((await send(`${url}/${name}`)).body.toString()).toBe('content');
});

test.each([
  ['zstd', 'x', 'The response is compressed in a way that this server does not support.'],
  ['gzip, gzip', 'x', 'The response is compressed in a way that this server does not support.'],
  ['constructor', 'x', 'The response is compressed in a way that this server does not support.'],
  ['br', 'not compressed', 'The compressed data of the response is damaged.'],
  ['br', brotliCompressSync('cut off').subarray(0, 5), 'The compressed data of the response is damaged.'],
  ['gzip', 'not compressed', 'The compressed data of the response is damaged.'],
  ['gzip', gzipSync('cut off').subarray(0, 15), 'The compressed data of the response is damaged.'],
])('an answer in %s of %j is refused', async (encoding, body, message) => {
  const { url } = await serverOf((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
  expect(await outcome(send(url))).toBe(message);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
])('a bomb of %s is stopped at the limit', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(256 * 1024 * 1024));
  expect(bomb.byteLength).toBeLessThan(400 * 1024);
  const { url } = await serverOf((response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb));
  const before = process.memoryUsage().rss;
  expect(await outcome(send(url))).toBe('The response is larger than 1 MiB.');
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('an endless body is stopped at the limit, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  const { url } = await serverOf((response) => {
    response.on('error', () => undefined).on('close', () => closed.resolve());
    const more = () =>
      void (response.writable && response.write(Buffer.alloc(64 * 1024), (error) => error ?? setImmediate(more)));
    more();
  });
  expect(await outcome(send(url, { maxBytes: 512 * 1024 }))).toBe('The response is larger than 512 KiB.');
  await closed.promise;
});

test('a body waits for the room that is made for it, and ends with what refuses it', async () => {
  const { url } = await serverOf((response) => response.end(Buffer.alloc(300 * 1024, 7)));
  const room = Promise.withResolvers<void>();
  let reserved = 0;
  const reserve = (bytes: number) => {
    reserved += bytes;
    return reserved > 100_000 ? room.promise : undefined;
  };
  const sending = send(url, { reserve });
  await expect.poll(() => reserved).toBeGreaterThan(100_000);
  // A part of the body alone was read.
  expect(reserved).toBeLessThan(300 * 1024);
  room.resolve();
  const { body } = await sending;
  expect(reserved).toBe(300 * 1024);
  expect(body).toEqual(Buffer.alloc(300 * 1024, 7));
  const refused = new Error('no room');
  expect(await outcome(send(url, { reserve: () => Promise.reject(refused) }))).toBe(refused);
});

test('a large body fills memory of its own, which may move to a thread', async () => {
  const content = Buffer.from(Array.from({ length: 500_000 }, (_, index) => index % 251));
  const { url } = await serverOf((response) => response.end(content));
  const { body } = await send(url);
  expect(body).toEqual(content);
  expect(body.byteLength).toBe(body.buffer.byteLength);
});

test('an endless body of a redirect is not read', async () => {
  const closed = Promise.withResolvers<void>();
  const { url } = await serverOf((response, path) => {
    if (path === '/next') return response.end();
    response.on('error', () => undefined).on('close', () => closed.resolve());
    response.writeHead(302, { location: '/next' });
    const more = () =>
      void (response.writable && response.write(Buffer.alloc(64 * 1024), (error) => error ?? setImmediate(more)));
    return more();
  });
  expect(await outcome(send(url))).toBe(200);
  await closed.promise;
});

test('an endless header, and an answer that is no HTTP', async () => {
  await using endless = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const more = () =>
      void (socket.writable && socket.write(`x: ${'y'.repeat(4000)}\r\n`, (error) => error ?? setImmediate(more)));
    more();
  });
  expect(await outcome(send(`http://127.0.0.1:${endless.port}/`))).toBe('The headers of the response are too large.');
  await using other = await rawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
  expect(await outcome(send(`http://127.0.0.1:${other.port}/`))).toBe('The response is not valid HTTP.');
  await using short = await rawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'));
  expect(await outcome(send(`http://127.0.0.1:${short.port}/`))).toBe(
    'The other server closed the connection before its response was complete.',
  );
});

test('one time limit covers silence, drops and redirects', { retry: retryWhenSlow }, async () => {
  const late = 'No complete response within 0.4 seconds.';
  const { url } = await serverOf((response, path) => {
    if (path === '/silent') return;
    if (path === '/drops') {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    } else later(150, () => redirect(302, '/again')(response));
  });
  const nameServer = Promise.withResolvers<string[]>();
  const client = clientOf({ resolve: () => nameServer.promise });
  const addresses = [...['/silent', '/drops', '/redirects'].map((path) => url + path), 'https://slow.example.com/'];
  for (const address of addresses) {
    const before = performance.now();
    expect(await outcome(send(address, { timeoutMs: 400 }, client))).toBe(late);
    expect(performance.now() - before).toBeLessThan(2_000);
  }
  nameServer.resolve([]);
});

test('the wait for a budget of bytes takes no time of a request; what comes after it does', {
  retry: retryWhenSlow,
}, async () => {
  const budget = new ByteBudget({
    bytes: 200_000,
    maxBytes: 100_000,
    refusal: () => new Error('More than one may hold.'),
  });
  const others = budget.open(1);
  const holdAll = () => others.take(100_000, new AbortController().signal);
  expect(holdAll()).toBeUndefined();
  const more = budget.open(2);
  expect(more.take(50_000, new AbortController().signal)).toBeUndefined();
  const { url } = await serverOf((response, path) => {
    response.write('x'.repeat(90_000));
    if (path === '/whole') response.end();
  });
  const started = performance.now();
  const outcomes = ['/whole', '/unended'].map((path, index) => {
    const share = budget.open(3 + index);
    const reserve = (bytes: number) => share.take(bytes, new AbortController().signal);
    return outcome(send(url + path, { timeoutMs: 600, reserve })).finally(() => share.close());
  });
  await pause(1_200);
  expect(await Promise.race([...outcomes, 'waits'])).toBe('waits');
  others.close();
  more.close();
  expect(await Promise.all(outcomes)).toEqual([200, 'No complete response within 0.6 seconds.']);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(budget.held).toBe(0);
});

test('a signal ends a request that waits for a budget of bytes', async () => {
  const { url } = await serverOf((response) => response.end('x'));
  const controller = new AbortController();
  const reason = new Error('the read has no time left');
  const budget = new ByteBudget({ bytes: 3, maxBytes: 2, refusal: () => new Error('More than one may hold.') });
  budget.open(1).take(2, controller.signal);
  budget.open(2).take(1, controller.signal);
  const waits = Promise.withResolvers<void>();
  const share = budget.open(3);
  const reserve = (bytes: number) => {
    waits.resolve();
    return share.take(bytes, controller.signal);
  };
  const sending = outcome(send(url, { timeoutMs: 1_000, reserve, signal: controller.signal }));
  await waits.promise;
  controller.abort(reason);
  expect(await sending).toBe(reason);
  expect(budget.held).toBe(3);
});

test('a signal ends a request with its reason, also one that has not begun', async () => {
  const { url, received } = await serverOf(() => undefined);
  const reason = new Error('the caller has gone');
  const controller = new AbortController();
  later(100, () => controller.abort(reason));
  expect(await outcome(send(url, { signal: controller.signal }))).toBe(reason);
  expect(received).toHaveLength(1);
  expect(await outcome(send(url, { signal: controller.signal }))).toBe(reason);
  expect(received).toHaveLength(1);
});

test('closing ends the requests that run', async () => {
  const client = clientOf();
  const { url, received } = await serverOf(() => undefined);
  const sending = outcome(send(url, {}, client));
  await expect.poll(() => received.length).toBe(1);
  await client.close();
  expect(await sending).toBe('The server stopped before the response was complete.');
});

test('a failure says nothing of the address but its host', async () => {
  const { url } = await serverOf((response) => response.destroy());
  const secret = `${url.replace('//', '//user:password@')}/secret.ics?token=secret`;
  const client = clientOf();
  for (const address of [secret, 'https://user:password@10.0.0.1/secret.ics?token=secret']) {
    const error = await send(address, { headers: { authorization: 'secret' } }, client).catch((failure) => failure);
    expect(error).toBeInstanceOf(RequestFailure);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/secret|password/);
  }
});
