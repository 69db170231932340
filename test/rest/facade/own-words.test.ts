import { expect, test } from 'vitest';
import { problemsOf } from '#src/domain/zod-issues.ts';
import { schema } from '#src/graphql/schema.ts';
import { routesOf } from '#src/rest/routes.ts';

/** How zod reports a problem that has no message of ours. */
const zodsWords = /expected|received|unrecognized|Invalid (?!email format$)/i;

const wrongValues: unknown[] = [
  ...[undefined, null, true, 5, 1.5, -1, 1e20, '', 'x', 'x'.repeat(10_000), '\u0000', {}, [], { a: 1 }],
  ...[[null], [5], [1.5], ['x'], [[]], [{}], Array(300).fill(1), Array(300).fill('x')],
  ...[[{ utmKey: 5 }], [{ utmKey: 'a', utmValue: null }], [{ utmKey: 'x'.repeat(999), utmValue: 'x'.repeat(999) }]],
];

const routes = routesOf(schema)
  .filter(({ input }) => Object.keys(input.shape).length > 0)
  .map((route) => [`${route.method} /v1${route.path}`, route] as const);

test.each(routes)('%s describes a problem of any of its fields in our own words', (_, { input }) => {
  for (const name of Object.keys(input.shape)) {
    for (const value of wrongValues) {
      const { error } = input.safeParse({ [name]: value });
      const problems = problemsOf(error?.issues ?? []);
      expect(problems.filter(({ message }) => zodsWords.test(message))).toEqual([]);
      // The catch-all is for nothing that an input refuses by itself.
      expect(problems.filter(({ code }) => code === 'invalid')).toEqual([]);
    }
  }
});
