import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { minCompressedBytes } from '../../src/http/compression.ts';
import { useApp } from '../support/app.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
for (let number = 0; number < 30; number++) await app.contact(owner.workspaceId);

/** The response as it was sent; fetch would decompress it. */
function ask(path: string, encoding: string | undefined, body?: string) {
  return new Promise<{ status?: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    };
    const sent = request(app.url + path, { method: body === undefined ? 'GET' : 'POST', headers }, async (answer) => {
      resolve({ status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) });
    });
    sent.on('error', reject).end(body);
  });
}

const contacts = '{ contacts(limit: 30) { contacts { id email createdAt updatedAt } } }';
const graphql = JSON.stringify({ query: contacts });

describe('a JSON response', () => {
  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br, deflate', brotliDecompressSync],
  ])('is compressed with %s for a client that accepts it', async (encoding, accepted, decompress) => {
    const plain = await ask('/graphql', undefined, graphql);
    const compressed = await ask('/graphql', accepted, graphql);
    expect(plain.bytes.length).toBeGreaterThan(minCompressedBytes);
    expect(compressed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(compressed.bytes.length),
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(JSON.parse(String(decompress(compressed.bytes))).data).toEqual(JSON.parse(String(plain.bytes)).data);
  });

  test.each([undefined, 'identity', 'gzip;q=0', 'deflate'])('is plain for Accept-Encoding %s', async (accepted) => {
    const { headers, bytes } = await ask('/graphql', accepted, graphql);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toContain('Accept-Encoding');
    expect(JSON.parse(String(bytes)).data.contacts.contacts).toHaveLength(30);
  });

  test('is plain where it is small', async () => {
    const { headers } = await ask('/v1/eventCalls', 'gzip');
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('is plain where it carries what may be a secret, however long it is', async () => {
    await app.contact(owner.workspaceId, { email: 'service_a@example.com' });
    const { headers, bytes } = await ask('/graphql', 'gzip, br', graphql);
    expect(bytes.length).toBeGreaterThan(minCompressedBytes);
    expect(headers).not.toHaveProperty('content-encoding');
  });
});
