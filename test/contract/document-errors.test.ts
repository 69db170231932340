import { expect, it } from 'vitest';
import { documentCodes } from '../../docs/error-facts.ts';
import { useApp } from '../support/app.ts';

const app = await useApp();

interface Mistake {
  readonly name: string;
  readonly code: (typeof documentCodes)[number];
  readonly document: string;
  readonly variables?: object;
}

const mistakes: Mistake[] = [
  { name: 'text that is no document', code: 'GRAPHQL_PARSE_FAILED', document: '{' },
  { name: 'an unknown field', code: 'GRAPHQL_VALIDATION_FAILED', document: '{ nowhere }' },
  {
    name: 'a variable of a wrong type',
    code: 'BAD_USER_INPUT',
    document: 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }',
    variables: { input: 'me' },
  },
  {
    name: 'a variable of a wrong type, in a document that is compiled',
    code: 'BAD_USER_INPUT',
    document: 'query ($limit: Int!) { eventCalls(limit: $limit) { count } }',
    variables: { limit: 'many' },
  },
];

it.each(mistakes)(
  '$name is reported as $code, not as an error of the server',
  async ({ code, document, variables }) => {
    const { body } = await app.graphql(document, undefined, variables);
    expect(body.errors).toEqual([expect.objectContaining({ extensions: { code } })]);
    expect(app.unexpected).toEqual([]);
  },
);

it('the table has every code that the contract names for documents', () => {
  expect(new Set(mistakes.map(({ code }) => code))).toEqual(new Set(documentCodes));
});
