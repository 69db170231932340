import { describe, expect, test } from 'vitest';
import {
  credentialKind,
  generateApiKey,
  generateSessionToken,
  isWellFormedAccessToken,
  isWellFormedApiKey,
  withoutCredentials,
} from '#src/domain/principal/credentials.ts';
import { mayChangeRole, roles, scopesOfRole, scopesWithinRole } from '#src/domain/principal/roles.ts';
import { allScopes, isScope, scopesByResource } from '#src/domain/principal/scopes.ts';

const accessToken = `service_at_${'aZ0_-'.repeat(9).slice(0, 43)}`;

describe('an API key', () => {
  const secret = 'A'.repeat(32);

  test('ends with the CRC-32 of all before it, which any scanner computes', () => {
    // zlib.crc32(b'service_' + b'A' * 32) of Python, in base62.
    expect(isWellFormedApiKey(`service_${secret}1iTVAJ`)).toBe(true);
  });

  test('is well-formed as it is generated, and no other is', () => {
    const generated = generateApiKey();
    expect(generated).toMatch(/^service_[0-9A-Za-z]{38}$/);
    expect(isWellFormedApiKey(generated)).toBe(true);
    for (let index = 0; index < generated.length; index++) {
      const other = generated[index] === 'x' ? 'y' : 'x';
      const wrong = `${generated.slice(0, index)}${other}${generated.slice(index + 1)}`;
      expect(isWellFormedApiKey(wrong), wrong).toBe(false);
    }
  });

  test.each([
    ['', 'nothing'],
    [`service_${secret}`, 'no checksum'],
    [`service_${secret}000000`, 'another checksum'],
  ])('%j has %s', (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  test('is not part of a longer text', () => {
    const generated = generateApiKey();
    for (const text of [`x${generated}`, `${generated}x`, `${generated}\n`, ` ${generated}`, `${generated} `]) {
      expect(isWellFormedApiKey(text), text).toBe(false);
    }
  });

  test('is never generated twice', () => {
    expect(new Set(Array.from({ length: 100 }, generateApiKey)).size).toBe(100);
    expect(new Set(Array.from({ length: 100 }, generateSessionToken)).size).toBe(100);
  });
});

describe('an access token', () => {
  test('has 43 characters of base64url behind its prefix', () => {
    expect(isWellFormedAccessToken(accessToken)).toBe(true);
  });

  test.each([
    ['too short', accessToken.slice(0, -1)],
    ['too long', `${accessToken}a`],
    ['another character', `${accessToken.slice(0, -1)}+`],
    ['a text before it', `x${accessToken}`],
    ['a line break behind it', `${accessToken}\n`],
    ['another prefix', accessToken.replace('_at_', '_ses_')],
  ])('is malformed: %s', (_, token) => {
    expect(isWellFormedAccessToken(token)).toBe(false);
  });
});

test('the prefix of a credential names its kind', () => {
  const kinds = [generateApiKey(), generateSessionToken(), accessToken, 'service_se', 'x', 'xservice_ses_'].map(
    credentialKind,
  );
  expect(kinds).toEqual(['apiKey', 'session', 'accessToken', 'apiKey', 'apiKey', 'apiKey']);
  expect(generateSessionToken()).toMatch(/^service_ses_[0-9A-Za-z]{43}$/);
});

describe('a text for the log', () => {
  test.each([
    ['/v1/me?key=service_abc', '/v1/me?key=service_…'],
    ['service_ses_a+b/c=-_d e', 'service_… e'],
    ['SERVICE_x, whsec_MfKQ9r8G+/==, Whsec_y', 'SERVICE_…, whsec_…, Whsec_…'],
    ['service%5fabc', 'service_…'],
    ['%73ervice%5Fabc&x=%20', 'service_…&x= '],
    ['service_a%2Fb%2Bc%3D', 'service_…'],
  ])('has of %j the prefix of a credential alone', (text, expected) => {
    expect(withoutCredentials(text)).toBe(expected);
  });

  test.each(['', 'service', 'service_', 'services_x', 'a_b', '/v1?a=%20b', 'whsec%20x', 'service-abc'])(
    'is %j as it was, where it has none',
    (text) => {
      expect(withoutCredentials(text)).toBe(text);
    },
  );
});

describe('roles', () => {
  test('are changed by owners, and by admins unless one of the two is that of an owner', () => {
    for (const from of roles) {
      for (const to of roles) {
        const allowed = roles.filter((role) => mayChangeRole(role, from, to));
        const expected = from === 'OWNER' || to === 'OWNER' ? ['OWNER'] : ['OWNER', 'ADMIN'];
        expect(allowed, `${from} → ${to}`).toEqual(expected);
      }
    }
  });

  const lacked = ['audit:read', 'events:write', 'users:write', 'webhooks:read', 'webhooks:write'];

  test('of sellers lack the scopes of members, events, webhooks and the audit log', () => {
    for (const role of ['OWNER', 'ADMIN'] as const) expect([...scopesOfRole(role)]).toEqual(allScopes);
    for (const role of ['CLOSER', 'SETTER'] as const) {
      expect(allScopes.filter((scope) => !scopesOfRole(role).has(scope)).sort()).toEqual(lacked);
    }
    expect(scopesOfRole('GUEST' as 'SETTER')).toEqual(new Set());
  });

  test('allow of the scopes of an app those that there are and that they have, in their order', () => {
    const scopes = ['webhooks:read', 'deals:write', 'unknown', 'toString', 'contacts:read'];
    expect(scopesWithinRole('ADMIN', scopes)).toEqual(['webhooks:read', 'deals:write', 'contacts:read']);
    expect(scopesWithinRole('SETTER', scopes)).toEqual(['deals:write', 'contacts:read']);
  });
});

describe('scopes', () => {
  test.each([
    ['deals:read', true],
    ['deals:delete', false],
    ['', false],
    ['toString', false],
    ['__proto__', false],
  ])('%j is one: %s', (text, expected) => {
    expect(isScope(text)).toBe(expected);
  });

  test('are shown by their resource, in the order of the list', () => {
    expect(scopesByResource(['webhooks:write', 'eventCalls:read', 'events:write', 'events:read'])).toEqual([
      {
        name: 'Bookable events',
        scopes: [
          { scope: 'events:read', isWrite: false },
          { scope: 'events:write', isWrite: true },
        ],
      },
      { name: 'Calls', scopes: [{ scope: 'eventCalls:read', isWrite: false }] },
      { name: 'Webhooks', scopes: [{ scope: 'webhooks:write', isWrite: true }] },
    ]);
    const all = scopesByResource(allScopes);
    expect(all.map(({ name }) => name)).toEqual([
      ...['Contacts', 'Deals', 'Transactions', 'Bookable events', 'Calls'],
      ...['Custom fields', 'Availability', 'Members', 'Webhooks', 'Audit log'],
    ]);
    expect(all.flatMap(({ scopes }) => scopes.map(({ scope }) => scope))).toEqual(allScopes);
    expect(scopesByResource([])).toEqual([]);
  });
});
