import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { endpointSchema } from '#src/rest/operations.ts';

test('a root field with an argument of the name that the request has is refused, since a document could send one', () => {
  const schema = buildSchema('type Query { contacts(request: String): Int }');
  expect(() => endpointSchema(schema)).toThrow('contacts must not have an argument "request"');
});
