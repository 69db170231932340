import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { testApp, useApp } from '../support/app.ts';
import { detailsWith } from '../support/errors.ts';

const app = await useApp({ requestTimeoutMs: 1500 });
const key = await app.apiKey(await app.workspace());

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The one answer to these bytes, on a connection that the server has to close. */
function ask(bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => {
      socket.destroy();
      resolve(parsed(text));
    });
    socket.on('error', reject);
  });
}

function parsed(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((each) => [each.split(': ')[0]?.toLowerCase() ?? '', each.split(': ')[1] ?? ''] as const);
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

const close = 'Connection: close\r\n';
const get = (headers: string) => `GET /healthz HTTP/1.1\r\n${headers}${close}\r\n`;

describe('what Node would answer by itself is answered with a body and a request id', () => {
  test.each<[string, string, number, string]>([
    ['a request line that is none', 'NONSENSE\r\n\r\n', 400, 'Malformed request'],
    ['a method that there is not', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Malformed request'],
    ['a header that is none', get('Host: x\r\nno header\r\n'), 400, 'Malformed request'],
    ['two lengths', get('Host: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n'), 400, 'Malformed request'],
    [
      'headers beyond 16 KiB',
      get(`Host: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n`),
      431,
      'Request headers are too large',
    ],
    ['a request that does not end', 'GET /healthz HTTP/1.1\r\nHost: x\r\n', 408, 'Request took too long'],
    ['no Host', get(''), 400, 'Host is required'],
    ['two Hosts', get('Host: x\r\nhost: y\r\n'), 400, 'Host must be given once'],
    ['an expectation', get('Host: x\r\nExpect: a-miracle\r\n'), 417, 'The Expect header may only be 100-continue'],
  ])('%s', async (_, bytes, status, message) => {
    const answer = await ask(bytes);
    expect({ status: answer.status, body: JSON.parse(answer.body) }).toEqual({ status, body: { message } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.body.length),
      connection: 'close',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const ids = app.logged.map(({ detail }) => detail.requestId);
    expect(ids).toContain(answer.headers['x-request-id']);
    expect(app.unexpected).toEqual([]);
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect((await ask('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('100-continue is met', async () => {
    const body = '{"query":"{__typename}"}';
    const head = `POST /graphql HTTP/1.1\r\nHost: api.test\r\nContent-Type: application/json\r\n${close}`;
    const answer = await ask(`${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(answer.status).toBe(100);
  });
});

describe('more than one Authorization', () => {
  const twice = (path: string) =>
    ask(
      `GET ${path} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${key}\r\nauthorization: Bearer service_other\r\n${close}\r\n`,
    );
  const fieldErrors = { Authorization: ['Must be given once'] };

  test('is a 400 at /v1, whichever of them is good', async () => {
    const { status, body } = await twice('/v1/eventCalls');
    expect({ status, details: JSON.parse(body).message.details }).toEqual({
      status: 400,
      details: detailsWith({ fieldErrors }),
    });
    expect((await app.get('/v1/eventCalls', key)).status).toBe(200);
  });

  test('is a 400 at /graphql', async () => {
    const { status, body } = await twice('/graphql?query=%7B__typename%7D');
    expect({ status, error: JSON.parse(body).errors[0].extensions }).toEqual({
      status: 400,
      error: { code: 'VALIDATION_FAILED', details: detailsWith({ fieldErrors }) },
    });
  });
});

test('an error of GraphQL is logged with the id of its request', async () => {
  const broken = await testApp();
  const token = await broken.apiKey(await broken.workspace());
  await broken.sql('ALTER TABLE "EventCall" RENAME TO "Hidden"');
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'graph-1' };
  const answer = await broken.request('/graphql?query=%7BeventCalls%7Bcount%7D%7D', { headers });
  const logged = broken.logged.filter(({ level }) => level === 'error');
  await broken.close();
  expect(answer.body.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR');
  expect(logged.map(({ detail }) => detail)).toMatchObject([{ requestId: 'graph-1' }]);
});
