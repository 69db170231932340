import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = await useApp();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection, and how many answers came on it. */
function connection() {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const send = (count: number, headers = '') =>
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n`.repeat(count));
  return { socket, send, answers: () => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0 };
}

test('eight requests may wait for the first answer of their connection, again and again', async () => {
  const { socket, send, answers } = connection();
  for (const count of [9, 18, 27]) {
    send(9);
    await expect.poll(answers).toBe(count);
  }
  expect(socket.closed).toBe(false);
});

test.each(['', 'Expect: 100-continue-not\r\n'])(
  'a connection on which more wait is ended, and the log says so (%j)',
  async (headers) => {
    const { socket, send, answers } = connection();
    send(10, headers);
    await expect.poll(() => socket.closed).toBe(true);
    expect(answers()).toBeLessThan(10);
    const message = 'closed a connection with too many requests waiting for responses';
    expect(app.logged.find((entry) => entry.message === message)?.detail).toMatchObject({ requests: 9 });
    app.logged.splice(0);
  },
);
