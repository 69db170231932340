import { describe, expect, test } from 'vitest';
import { bearerToken, challenge, sentToken } from '#src/access/authenticate.ts';
import { isForeignForm, isForeignScript, isSameOrigin } from '#src/access/request-site.ts';
import { browserCookies, pageCookies, sessionCookies } from '#src/access/session-cookie.ts';
import { DomainError } from '#src/domain/errors.ts';

const appUrl = 'https://app.example.com/settings';
const baseUrl = 'https://api.example.com';

/** A request with these headers, whose response keeps what is appended to it. */
function exchange(headers: Record<string, string>) {
  const appended: string[] = [];
  return {
    get: (name: string) => headers[name] ?? '',
    append: (name: string, value: string) => appended.push(`${name}: ${value}`),
    appended,
  };
}

describe('the token of an Authorization header', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['Bearer', undefined],
    ['Bearer service_abc', 'service_abc'],
    ['bEARER   service_abc  ', 'service_abc'],
    ['Bearer other_abc', undefined],
    ['Bearer x service_abc', undefined],
    ['Basic service_abc', undefined],
    ['x Bearer service_abc', undefined],
    ['Bearerservice_abc', undefined],
    ['service_abc', undefined],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  test.each([
    ['', false],
    ['Bearer', false],
    ['Bearer ', false],
    ['Bearer x', true],
    ['bearer    x', true],
    ['Basic x', false],
    ['x Bearer y', false],
  ])('was sent with %j: %s', (header, expected) => {
    expect(sentToken(header)).toBe(expected);
  });
});

describe('the challenge of an error', () => {
  const invalid = new DomainError('INVALID_API_KEY');
  const missing = new DomainError('MISSING_API_KEY');

  test.each<[DomainError, Parameters<typeof challenge>[1], string | undefined]>([
    [missing, { sentToken: false }, 'Bearer'],
    [missing, { sentToken: false, scope: 'deals:read' }, 'Bearer scope="deals:read"'],
    [
      missing,
      { sentToken: true },
      'Bearer error="invalid_token", error_description="A credential begins with service_"',
    ],
    [invalid, { sentToken: true }, 'Bearer error="invalid_token"'],
    [invalid, { sentToken: true, scope: 'deals:read' }, 'Bearer error="invalid_token", scope="deals:read"'],
    [invalid, { sentToken: false }, 'Bearer'],
    [
      new DomainError('INSUFFICIENT_SCOPE', { scope: 'deals:write' }),
      { sentToken: true },
      'Bearer error="insufficient_scope", scope="deals:write"',
    ],
    [
      new DomainError('INSUFFICIENT_SCOPE', { scope: 'deals:write' }),
      { sentToken: true, scope: 'deals:read' },
      'Bearer error="insufficient_scope", scope="deals:write"',
    ],
    [new DomainError('INSUFFICIENT_SCOPE'), { sentToken: true }, 'Bearer error="insufficient_scope", scope=""'],
    [new DomainError('FORBIDDEN'), { sentToken: true, scope: 'deals:read' }, undefined],
    [new DomainError('NOT_FOUND'), { sentToken: true }, undefined],
  ])('%s with %j', (error, request, header) => {
    expect(challenge(error, request)).toEqual(header === undefined ? {} : { 'WWW-Authenticate': header });
  });
});

describe('the site that sends a request', () => {
  const origins = new Set(['https://app.example.com', baseUrl]);

  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin' }, true, false, false],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }, true, false, false],
    [{ 'Sec-Fetch-Site': 'same-site' }, false, true, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, false, true, true],
    [{ 'Sec-Fetch-Site': 'none' }, false, true, false],
    [{}, false, false, false],
    [{ Origin: 'null' }, false, false, true],
    [{ Origin: 'https://app.example.com' }, false, false, false],
    [{ Origin: baseUrl }, false, true, false],
    [{ Origin: 'https://evil.example' }, false, true, true],
    [{ Origin: 'https://app.example.com', 'Sec-Fetch-Site': 'same-site' }, false, true, false],
    [{ Origin: 'https://app.example.com:8443' }, false, true, true],
  ])('with the headers %j is this one: %s; foreign to a form: %s, to a script: %s', (headers, same, form, script) => {
    const request = exchange(headers as Record<string, string>);
    expect([isSameOrigin(request), isForeignForm(request, appUrl), isForeignScript(request, origins)]).toEqual([
      ...[same, form, script],
    ]);
  });
});

describe('the session cookie', () => {
  test('is read and set for the host alone on https, and with another name on http', () => {
    const secure = exchange({ Cookie: 'a=b; session=plain; __Host-session=first; __Host-session=second' });
    const cookie = pageCookies(appUrl)(secure);
    expect(cookie.token).toBe('first');
    cookie.set('new');
    cookie.clear();
    expect(secure.appended).toEqual([
      'Set-Cookie: __Host-session=new; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure',
      'Set-Cookie: __Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    ]);
    const plain = exchange({ Cookie: '__Host-session=secure;session=plain' });
    const plainCookie = pageCookies('http://localhost:3000')(plain);
    expect(plainCookie.token).toBe('plain');
    plainCookie.set('new');
    expect(plain.appended).toEqual(['Set-Cookie: session=new; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax']);
  });

  test.each(['', 'a=b', '__Host-session=', '__Host-sessions=x', 'x__Host-session=y', '__Host-session'])(
    'is none in %j',
    (Cookie) => {
      expect(pageCookies(appUrl)(exchange({ Cookie })).token).toBeUndefined();
    },
  );

  test('is for scripts of this server alone, with the header of our client', () => {
    const read = (headers: Record<string, string>) =>
      sessionCookies({ appUrl, baseUrl })(exchange({ Cookie: '__Host-session=token', ...headers }))?.token;
    const client = { 'X-Slotline-Client': 'web' };
    expect(read({})).toBeUndefined();
    expect(read(client)).toBe('token');
    expect(read({ ...client, Origin: 'https://app.example.com' })).toBe('token');
    expect(read({ ...client, Origin: baseUrl })).toBe('token');
    expect(read({ ...client, Origin: 'https://evil.example' })).toBeUndefined();
    expect(read({ ...client, 'Sec-Fetch-Site': 'cross-site' })).toBeUndefined();
  });

  test('of a browser before its sign-in ends with it', () => {
    const secure = exchange({ Cookie: '__Host-browser=token' });
    const cookie = browserCookies(appUrl)(secure);
    expect(cookie.token).toBe('token');
    cookie.set('new');
    expect(secure.appended).toEqual(['Set-Cookie: __Host-browser=new; Path=/; HttpOnly; SameSite=Lax; Secure']);
  });
});
