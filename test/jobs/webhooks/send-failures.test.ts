import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSender, type Sender } from '#src/jobs/webhooks/send.ts';
import { rawReceiver } from '../../support/raw-receiver.ts';
import { silentServer } from '../../support/silent-server.ts';

/** Of the receivers that are slow. All others answer within a minute, however busy the machine is. */
/** Long enough for the first byte of a receiver, however busy the machine is. */
const timeoutMs = 2_000;
const tooLate = 'No complete response within 2 seconds.';
const closedEarly = 'The receiver closed the connection before its response was complete.';
const invalid = 'The response is not valid HTTP.';
const otherLength = 'The response has a different length than its header states.';
const tooLarge = 'The response is larger than 64 KiB.';

let sender: Sender;
beforeEach(() => {
  sender = openSender({ allowsLoopback: true, timeoutMs: 60_000 });
});
afterEach(() => sender.close());

const send = (port: number, signal?: AbortSignal) =>
  sender.send({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', signal });

/** What is recorded of what the receiver does. Its connection must be gone by then, and no other may take its place. */
async function recordedOf(answer: Parameters<typeof rawReceiver>[0]) {
  await using receiver = await rawReceiver(answer);
  const sent = await send(receiver.port);
  expect(sent.latencyMs).toBeLessThan(50_000);
  await expect.poll(receiver.open).toBe(0);
  expect(receiver.connections()).toBe(1);
  return sent;
}

const ok = 'HTTP/1.1 200 OK\r\n';

/** Writes a part again and again until the connection is closed. */
function trickle(socket: Socket, head: string, part: string, everyMs = 20): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(part), everyMs);
  socket.on('close', () => clearInterval(timer));
}

describe('a receiver that is slow', () => {
  beforeEach(async () => {
    await sender.close();
    sender = openSender({ allowsLoopback: true, timeoutMs });
  });

  test('and never answers', async () => {
    const sent = await recordedOf(() => undefined);
    expect(sent).toEqual({ status: null, responseStart: null, error: tooLate, latencyMs: expect.any(Number) });
    expect(sent.latencyMs).toBeGreaterThanOrEqual(timeoutMs - 1);
  });

  test.each([
    ['of the status line', 'HTTP/1.1 200 O'],
    ['of the header', `${ok}x: `],
  ])('and sends a byte at a time %s', async (_part, head) => {
    const sent = await recordedOf((socket) => trickle(socket, head, 'K'));
    expect(sent).toMatchObject({ status: null, responseStart: null, error: tooLate });
  });

  test.each([
    ['a body of a known length', 'content-length: 10000\r\n\r\n', 'z'],
    ['a chunked body', 'transfer-encoding: chunked\r\n\r\n', '1\r\nz\r\n'],
    ['a body without a length', '\r\n', 'z'],
  ])('and sends %s a byte at a time', async (_what, head, byte) => {
    const sent = await recordedOf((socket) => trickle(socket, ok + head, byte));
    expect(sent).toMatchObject({ status: 200, responseStart: expect.stringMatching(/^z+$/), error: tooLate });
  });

  test('and sends informational answers for ever', async () => {
    const sent = await recordedOf((socket) => trickle(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 1));
    expect(sent).toMatchObject({ status: null, error: tooLate });
  });
});

test('a receiver that never answers delays no other request to the same address', async () => {
  let number = 0;
  await using receiver = await rawReceiver((socket) => {
    if (number++ >= 50) socket.end(`${ok}content-length: 0\r\n\r\n`);
  });
  const stopping = new AbortController();
  const hanging = Array.from({ length: 50 }, () => send(receiver.port, stopping.signal));
  let ended = 0;
  for (const each of hanging) void each.then(() => ended++);
  await expect.poll(receiver.connections).toBe(50);
  expect((await send(receiver.port)).status).toBe(200);
  expect(ended).toBe(0);
  stopping.abort();
  await Promise.all(hanging);
  await expect.poll(receiver.open).toBe(0);
});

describe('a receiver whose answer is too large', () => {
  const flood = 1024 * 1024 * 1024;

  test.each([
    ['with a length', `content-length: ${flood}\r\n\r\n`, tooLarge],
    ['without a length', '\r\n', tooLarge],
    ['in chunks', `transfer-encoding: chunked\r\n\r\n${flood.toString(16)}\r\n`, tooLarge],
    ['in its header', 'x: ', 'The headers of the response are too large.'],
    ['in its trailers', 'transfer-encoding: chunked\r\n\r\n0\r\nx: ', 'The headers of the response are too large.'],
  ])('%s is cut off', async (_how, head, error) => {
    let written = 0;
    const block = Buffer.alloc(64 * 1024, 'x');
    const sent = await recordedOf((socket) => {
      socket.write(ok + head);
      const write = () => {
        while (!socket.destroyed && written < flood && socket.write(block)) written += block.length;
      };
      socket.on('drain', write);
      write();
    });
    expect(sent.error).toBe(error);
    if (error === tooLarge) expect(sent).toMatchObject({ status: 200, responseStart: 'x'.repeat(1_000) });
    // What the buffers of both sockets take.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  test('by one byte counts as failed, and at the limit it does not', async () => {
    const ofLength = (length: number) => `${ok}content-length: ${length}\r\n\r\n${'x'.repeat(length)}`;
    expect((await recordedOf((socket) => socket.end(ofLength(64 * 1024)))).error).toBe(null);
    expect((await recordedOf((socket) => socket.end(ofLength(64 * 1024 + 1)))).error).toBe(tooLarge);
  });
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(10_000_000))],
  ['GZIP', gzipSync('{}')],
  ['br', brotliCompressSync(Buffer.alloc(10_000_000))],
  ['identity, gzip', gzipSync('{}')],
  ['unknown', Buffer.from('{}')],
])('an answer that is compressed with %s is not read', async (encoding, bytes) => {
  const head = `${ok}content-encoding: ${encoding}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  const sent = await recordedOf((socket) => socket.end(Buffer.concat([Buffer.from(head), bytes])));
  expect(sent).toMatchObject({
    status: 200,
    responseStart: '',
    error: 'The response is compressed, although the request forbids it.',
  });
});

describe('an answer that is broken', () => {
  test.each([
    ['is text', 'hello, who is there?\r\n\r\n', invalid],
    ['is of another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', invalid],
    ['is random bytes', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), invalid],
    ['has the status 000', 'HTTP/1.1 000 X\r\n\r\n', invalid],
    ['has the status 099', 'HTTP/1.1 099 X\r\ncontent-length: 2\r\n\r\nok', invalid],
    ['has the status 9999', 'HTTP/1.1 9999 X\r\n\r\n', invalid],
    ['has two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, otherLength],
    [
      'has both a length and chunks',
      `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      otherLength,
    ],
    ['has a chunk without a size', `${ok}transfer-encoding: chunked\r\n\r\nxyz\r\n`, invalid],
    [
      'upgrades the connection',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      closedEarly,
    ],
    ['asks for a body that was sent', 'HTTP/1.1 100 Continue\r\n\r\n', closedEarly],
    ['is empty', '', closedEarly],
    ['ends in the header', `${ok}content-len`, closedEarly],
    ['ends in the body', `${ok}content-length: 10\r\n\r\nabc`, closedEarly],
    ['ends between chunks', `${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`, closedEarly],
  ])('because it %s', async (_what, answer, error) => {
    expect((await recordedOf((socket) => socket.end(answer))).error).toBe(error);
  });

  test('because the connection is reset', async () => {
    expect((await recordedOf((socket) => socket.resetAndDestroy())).error).toBe(closedEarly);
  });
});

test('a receiver that does not listen refuses connections', async () => {
  const receiver = await rawReceiver(() => undefined);
  await receiver[Symbol.asyncDispose]();
  expect(await send(receiver.port)).toMatchObject({ status: null, error: 'The receiver refuses connections.' });
});

describe('a request that is cancelled', () => {
  const stopped = 'The server stopped before the response was complete.';

  test('while its answer is awaited, and before it begins', async () => {
    const receiver = await silentServer();
    const stopping = new AbortController();
    const sent = send(receiver.port, stopping.signal);
    await expect.poll(receiver.connections).toBe(1);
    stopping.abort();
    expect(await sent).toMatchObject({ status: null, error: stopped });
    expect(await send(receiver.port, stopping.signal)).toMatchObject({ status: null, error: stopped });
    await receiver.close();
  });

  test('by the end of the sender has failed, and nothing can be sent any more', async () => {
    const receiver = await silentServer();
    const sent = send(receiver.port);
    await expect.poll(receiver.connections).toBe(1);
    await sender.close();
    expect(await sent).toMatchObject({ status: null, error: stopped });
    expect(await send(receiver.port)).toMatchObject({ status: null, error: stopped });
    await receiver.close();
  });
});
