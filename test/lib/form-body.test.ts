import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { firstPairsOf, formOf, maxFormBytes, maxFormPairs, readFormBody } from '#src/lib/network/form-body.ts';

type Read = Awaited<ReturnType<typeof readFormBody>>;

let received: (form: Read) => void = () => undefined;
const server = createServer((request: IncomingMessage, response) => {
  readFormBody(request).then((form) => {
    received(form);
    response.end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());

async function read(body: string, type = 'application/x-www-form-urlencoded'): Promise<Read> {
  const { port } = server.address() as AddressInfo;
  const form = new Promise<Read>((resolve) => {
    received = resolve;
  });
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: { 'content-type': type } });
  return form;
}

const pairs = (count: number) => Array.from({ length: count }, () => 'a').join('&');

describe('a form', () => {
  test.each(['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded; charset=UTF-8'])(
    'of the type %s is read',
    async (type) => {
      expect([...((await read('a=1&b=%41+c&a=2', type)) as URLSearchParams)]).toEqual([
        ['a', '1'],
        ['b', 'A c'],
        ['a', '2'],
      ]);
    },
  );

  test('of another type has no fields', async () => {
    expect([...((await read('a=1', 'text/plain')) as URLSearchParams)]).toEqual([]);
  });

  test('has as many bytes as it may, and no more', async () => {
    expect(await read(`a=${'x'.repeat(maxFormBytes - 2)}`)).toBeInstanceOf(URLSearchParams);
    expect(await read(`a=${'x'.repeat(maxFormBytes - 1)}`)).toEqual({ problem: 'too large' });
  });

  test('has as many pairs as it may, and no more, whatever they are', async () => {
    expect(((await read(pairs(maxFormPairs))) as URLSearchParams).size).toBe(maxFormPairs);
    for (const body of [pairs(maxFormPairs + 1), '+x&'.repeat(maxFormPairs), '&'.repeat(maxFormPairs)]) {
      expect(await read(body)).toEqual({ problem: 'too many pairs' });
    }
  });
});

test('an address has as many parameters as a form has pairs, and the others are left out', () => {
  const query = Array.from({ length: 5_000 }, (_, index) => `k${index}=`).join('&');
  const names = [...firstPairsOf(query).keys()];
  expect([names.length, names[0], names.at(-1)]).toEqual([maxFormPairs, 'k0', `k${maxFormPairs - 1}`]);
  expect([...firstPairsOf('a=1&b')]).toEqual([
    ['a', '1'],
    ['b', ''],
  ]);
});

test('a text of many pairs is not parsed: a megabyte of them would take seconds', () => {
  const parsed: string[] = [];
  const original = globalThis.URLSearchParams;
  globalThis.URLSearchParams = class extends original {
    constructor(text?: string) {
      super(text);
      parsed.push(String(text));
    }
  } as typeof URLSearchParams;
  try {
    expect(formOf('a&'.repeat(500_000))).toEqual({ problem: 'too many pairs' });
    formOf('a&b');
  } finally {
    globalThis.URLSearchParams = original;
  }
  expect(parsed).toEqual(['a&b']);
});
