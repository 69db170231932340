import { createServer } from 'node:http';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { consumeInProcess } from '#src/access/rate-limit/address-blocks.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { DomainError } from '#src/domain/errors.ts';
import { pageEndpoint } from '#src/site/look/endpoint.ts';

test.each([
  ['RATE_LIMIT_EXCEEDED', 429],
  ['UNAVAILABLE', 503],
] as const)('a page that is %s says when to come again', async (code, status) => {
  const rate = consumeInProcess(memoryWindows(), '203.0.113.1', { points: 0, keyOf: (block) => block });
  const fail = async () => {
    throw new DomainError(code, code === 'UNAVAILABLE' ? {} : { rate });
  };
  const application = new Koa().use(
    pageEndpoint(fail, {
      onError: () => undefined,
      arrivalLimits: new ArrivalLimits(),
      addressOf: () => '203.0.113.1',
    }),
  );
  await using server = createServer(application.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, '1']);
  await response.text();
});
