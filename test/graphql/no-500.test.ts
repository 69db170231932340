import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { fuzzRuns } from '../support/extent.ts';
import { hostile } from '../support/hostile-values.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { argsOfNothing, documentOf } from '../support/root-fields/documents.ts';
import { queryFields } from '../support/root-fields/registry.ts';

const app = await useApp({ limiter: roomyLimiter() });
const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
const session = await app.session(owner);
await app.call(owner);
await app.schedule(owner);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  // Half surrogate pairs and NUL bytes included.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    ...['PAST', 'WON', 'asc', 'dateTime', 'a@example.com', '2026-02-28', '0000-01-01', '9999-12-31T23:59:59-23:59'],
  ),
  fc.integer({ min: 100, max: 8000 }).map((length) => 'x'.repeat(length)),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e300),
);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const lists = [fc.array(scalar, { maxLength: 5 }), fc.array(number, { maxLength: 5 })];
const value = fc.oneof(scalar, scalar, ...lists, fc.jsonValue(), hostile);

const withArguments = Object.values(queryFields).filter(({ args }) => args.length > 0);

test.each(withArguments)('no variables of $name cause a 500', async ({ name, args }) => {
  const names = args.map((argument) => argument.name);
  const { document } = documentOf(name, Object.fromEntries(names.map((each) => [each, null])));
  const valid = await argsOfNothing(name);
  const variables = fc.dictionary(fc.constantFrom(...names, '__proto__'), value, { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(variables, async (some) => {
      const { status, body } = await app.graphql(document, session, { ...valid, ...some });
      const codes = (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
      expect([status < 500, codes.includes('INTERNAL_SERVER_ERROR'), app.unexpected]).toEqual([true, false, []]);
    }),
    { numRuns: fuzzRuns(name === 'eventCalls' ? 300 : 60) },
  );
});
