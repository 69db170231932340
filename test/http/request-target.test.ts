import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = await useApp();

/** The raw answer to one request line. */
function ask(line: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

test('a request target that is no URL is a 400 with a body and a request id, and no error of the server', async () => {
  const answer = await ask('GET http://[ HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/\r\nX-Request-Id: \S+\r\n/i);
  expect(answer).toMatch(/\{"message":"Malformed request target"\}$/);
  expect(app.unexpected).toEqual([]);
});
