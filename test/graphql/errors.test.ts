import { describe, expect, test } from 'vitest';
import { generateApiKey } from '#src/domain/principal/credentials.ts';
import { useApp } from '../support/app.ts';
import { challengeOf } from '../support/challenges.ts';
import { detailsWith } from '../support/errors.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const narrow = await app.apiKey(owner, { scopes: ['eventCalls:read'] });

const calls = '{ eventCalls { count } }';
const schedules = '{ userAvailabilities { id } }';
const at = (field: string, column = 3) => ({ locations: [{ line: 1, column }], path: [field] as [string] });

async function refuses(
  sent: [string, string?, object?],
  status: number,
  error: { message: string; extensions: object; path?: [string] },
  challenge: string | null = null,
) {
  const { body, headers, ...answer } = await app.graphql(...sent);
  // An error without a path refuses the whole document: the response has no data.
  const data = error.path && { [error.path[0]]: null };
  expect({ status: answer.status, body }).toEqual({ status, body: { data, errors: [error] } });
  expect(headers.get('www-authenticate')).toBe(challenge);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
}

describe('authentication', () => {
  const message = 'API key is required';

  test.each([
    ['eventCalls { count }', 'eventCalls:read'],
    ['userAvailabilities { id }', 'availabilities:read'],
    ['viewer { role }', undefined],
  ])('without a credential, %s is refused with a 401 that names its scope', (field, scope) => {
    const extensions = { code: 'MISSING_API_KEY', ...(scope && { scope }) };
    const error = { message, extensions, ...at(field.split(' ')[0] as string) };
    return refuses([`{ ${field} }`], 401, error, challengeOf('/graphql', scope ? { scope } : {}));
  });

  test('without a credential, the challenge names the scopes of all fields', async () => {
    const { status, headers } = await app.graphql('{ eventCalls { count } contacts { count } }');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(challengeOf('/graphql', { scope: 'eventCalls:read contacts:read' }));
  });

  test.each([
    ['unknown key', generateApiKey(), 'Invalid API key', 'INVALID_API_KEY'],
    ['malformed key', 'service_x', 'Invalid API key', 'INVALID_API_KEY'],
    ['access token', 'service_at_x', 'Invalid access token', 'INVALID_ACCESS_TOKEN'],
    ['unknown session', `service_ses_${'0'.repeat(43)}`, 'Invalid session', 'INVALID_SESSION'],
    ['token without our prefix', 'abc', 'API key is required', 'MISSING_API_KEY', 'A credential begins with service_'],
  ])('with an %s, the whole document is refused with a 401', (_, token, message, code, description = '') =>
    refuses(
      ['{ __typename }', token],
      401,
      { message, extensions: { code } },
      challengeOf('/graphql', { error: 'invalid_token', description }),
    ),
  );

  test('an expired key and an expired session have messages of their own', async () => {
    const owner = await app.workspace();
    const expiresAt = '2026-03-04T11:59:59.999Z';
    const expired = challengeOf('/graphql', { error: 'invalid_token' });
    const apiKey = { message: 'API key expired', extensions: { code: 'API_KEY_EXPIRED' } };
    await refuses([calls, await app.apiKey(owner, { expiresAt })], 401, apiKey, expired);
    const session = { message: 'Session expired', extensions: { code: 'SESSION_EXPIRED' } };
    await refuses([calls, await app.session(owner, { expiresAt })], 401, session, expired);
  });

  test('introspection needs no credential', async () => {
    const { status, body } = await app.graphql('{ __schema { queryType { name } } }');
    expect({ status, body }).toEqual({ status: 200, body: { data: { __schema: { queryType: { name: 'Query' } } } } });
  });
});

describe('authorization', () => {
  const scope = 'availabilities:read';
  const error = {
    message: `Missing scope: ${scope}`,
    extensions: { code: 'INSUFFICIENT_SCOPE', scope },
    ...at('userAvailabilities'),
  };
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;

  test('a missing scope is a 403 that names it', () => refuses([schedules, narrow], 403, error, challenge));

  test('a missing scope is reported before a wrong argument', () =>
    refuses(['{ userAvailabilities(userId: 0) { id } }', narrow], 403, error, challenge));

  test('a missing credential is reported before a wrong argument', () =>
    refuses(
      ['{ eventCalls(limit: 0) { count } }'],
      401,
      {
        message: 'API key is required',
        extensions: { code: 'MISSING_API_KEY', scope: 'eventCalls:read' },
        ...at('eventCalls'),
      },
      challengeOf('/graphql', { scope: 'eventCalls:read' }),
    ));
});

describe('wrong input', () => {
  test('wrong arguments are reported by field, in details', () =>
    refuses(['{ eventCalls(limit: 0, page: -1, ids: [0, 0], search: "\\u0000") { count } }', key], 400, {
      message: 'Validation failed',
      extensions: {
        code: 'VALIDATION_FAILED',
        details: detailsWith({
          fieldErrors: {
            limit: ['Must be at least 1'],
            page: ['Must be at least 0'],
            ids: ['Must be at least 1'],
            search: ['Must not contain control characters or broken Unicode'],
          },
        }),
      },
      ...at('eventCalls'),
    }));

  test.each([
    ['a syntax error', '{ eventCalls(', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown argument', '{ eventCalls(offset: 1) { count } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an argument of the wrong type', '{ eventCalls(limit: "x") { count } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown enum value', '{ eventCalls(eventType: SOON) { count } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an id beyond 32 bits', '{ eventCalls(contactId: 2147483648) { count } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s in the document is reported with its location', async (_, query, code) => {
    const { body } = await app.graphql(query, key);
    expect(body).toEqual({
      errors: [{ message: expect.any(String), locations: [expect.any(Object)], extensions: { code } }],
    });
  });

  test.each<[string, string, unknown]>([
    ['a text for a number', 'Int', 'x'],
    ['a number for a text', 'String', 5],
    ['half a number', 'Int', 1.5],
    ['a number beyond 32 bits', 'Int', 2 ** 31],
    ['an unknown enum value', 'EventType', 'SOON'],
    ['a null in a list', '[Int!]', [1, null]],
    ['an object for a list', '[Int!]', {}],
  ])('%s in a variable is reported as BAD_USER_INPUT, naming the variable', async (_, type, value) => {
    const argument = { Int: 'limit', String: 'search', EventType: 'eventType', '[Int!]': 'ids' }[type];
    const query = `query ($value: ${type}) { eventCalls(${argument}: $value) { count } }`;
    const { body } = await app.graphql(query, key, { value });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].message).toMatch(/^Variable "\$value" got invalid value/);
    expect(body.errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT' });
    expect(body.data ?? null).toBeNull();
  });
});
