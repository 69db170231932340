import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSender, type Sender, type Sending } from '#src/jobs/webhooks/send.ts';
import { rawReceiver } from '../../support/raw-receiver.ts';

const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };
const body = '{"name":"Zoë"}';

let sender: Sender;
beforeAll(() => {
  sender = openSender({ allowsLoopback: true, timeoutMs: 60_000 });
});
afterAll(() => sender.close());

/** What is recorded of an answer with these bytes. */
async function sentTo(answer: string | Buffer) {
  await using receiver = await rawReceiver((socket) => socket.end(answer));
  const { latencyMs, ...sent } = await sender.send({ url: `http://127.0.0.1:${receiver.port}/`, headers, body });
  expect(latencyMs).toBeLessThan(60_000);
  await expect.poll(receiver.open).toBe(0);
  return sent;
}

function ofLength(text: string | Buffer, more = ''): string {
  return `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(text)}\r\n${more}\r\n${text}`;
}

describe('send()', () => {
  test('posts the body with its headers, and asks for an answer that is not compressed', async () => {
    await using receiver = await rawReceiver((socket) => socket.write(ofLength('thanks')));
    const url = `http://user:secret@127.0.0.1:${receiver.port}/a%20b/%C3%A9?c=d&e=%26#f`;
    const sent = await sender.send({ url, headers, body });
    expect(sent).toEqual({ status: 200, responseStart: 'thanks', error: null, latencyMs: expect.any(Number) });
    expect(receiver.received().split('\r\n')).toEqual([
      'POST /a%20b/%C3%A9?c=d&e=%26 HTTP/1.1',
      `host: 127.0.0.1:${receiver.port}`,
      'connection: keep-alive',
      'content-type: application/json',
      'webhook-id: evt_1',
      'accept-encoding: identity',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      Buffer.from(body).toString(),
    ]);
  });

  test.each([200, 201, 204, 299, 400, 404, 410, 429, 500, 503])('records the status %i', async (status) => {
    expect(await sentTo(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`)).toEqual({
      status,
      responseStart: '',
      error: null,
    });
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    await using elsewhere = await rawReceiver((socket) => socket.end(ofLength('')));
    const location = `location: http://127.0.0.1:${elsewhere.port}/`;
    expect(await sentTo(`HTTP/1.1 ${status} x\r\n${location}\r\ncontent-length: 5\r\n\r\nmoved`)).toEqual({
      status,
      responseStart: 'moved',
      error: 'The response is a redirect. Redirects are not followed.',
    });
    expect(elsewhere.connections()).toBe(0);
  });

  test('reads the final answer after an informational one', async () => {
    expect(await sentTo(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ofLength('done')}`)).toEqual({
      status: 200,
      responseStart: 'done',
      error: null,
    });
  });

  test('reads an answer in chunks, with trailers', async () => {
    const chunks = '3\r\nabc\r\n2;extension\r\nde\r\n0\r\nx-trailer: 1\r\n\r\n';
    const sent = await sentTo(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`);
    expect(sent).toEqual({ status: 200, responseStart: 'abcde', error: null });
  });

  test('uses a connection again while it is new, and closes it then', async () => {
    const server = createServer((_request, response) => void response.end('ok'));
    let connections = 0;
    let open = 0;
    server.on('connection', (socket) => {
      connections++;
      open++;
      socket.on('close', () => open--);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const own = openSender({ allowsLoopback: true });
    for (let number = 0; number < 20; number++) {
      expect(await own.send({ url, headers, body })).toMatchObject({ status: 200, error: null });
    }
    // A connection rests for one turn of the event loop after an answer.
    expect(connections).toBeLessThanOrEqual(2);
    await own.close();
    await expect.poll(() => open).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });

  test('never rejects, whatever it is called with', async () => {
    const error = 'The request failed.';
    const wrong: Partial<Sending>[] = [
      { url: 'no address' },
      { url: 'ftp://127.0.0.1/' },
      { headers: { 'a b': 'c' } },
      { headers: { a: 'b\r\nc: d' } },
    ];
    for (const part of wrong) {
      const sent = await sender.send({ url: 'http://127.0.0.1:1/', headers, body, ...part });
      expect(sent).toMatchObject({ status: null, responseStart: null, error });
    }
  });
});

describe('the start of an answer that is recorded', () => {
  test('is its first 1,000 characters, however many bytes they take', async () => {
    for (const character of ['a', 'é', '€', '😀']) {
      const sent = await sentTo(ofLength(`x${character.repeat(1_200)}`));
      expect(sent.responseStart).toBe(`x${character.repeat(999)}`);
    }
  });

  test('has no NUL and nothing that is not UTF-8', async () => {
    const bytes = Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x62, 0xed, 0xa0, 0x80, 0xe2, 0x82]);
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    const { responseStart } = await sentTo(Buffer.concat([Buffer.from(head), bytes]));
    expect(responseStart).toBe('a\ufffd\ufffd\ufffdb\ufffd\ufffd\ufffd\ufffd');
    expect(responseStart?.isWellFormed()).toBe(true);
  });
});
