import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

const strict = { prefer: 'handling=strict' };
const post = (body: object, headers: Record<string, string> = {}, path = '/v1/contacts') =>
  sendJson(app, ['POST', path], body, { key, headers });
const contacts = () => app.sql('SELECT 1 FROM "Contact" WHERE "workspaceId" = $1', [owner.workspaceId]);
const errorsOf = (body: { message: { details: { errors: object[] } } }) => body.message.details.errors;
const unknown = (path: string, nearest?: string) => ({
  path,
  code: 'unknown_field',
  message: nearest ? `Is unknown: did you mean ${nearest}?` : 'Is unknown',
});

describe('Prefer: handling=strict', () => {
  test('refuses unknown keys, also nested, and parameters, beside all other problems, and writes nothing', async () => {
    const before = await contacts();
    const headers = { ...strict, 'idempotency-key': 'strict' };
    const input = { email: 'a@example.com', nick: 'x', utm: [{ utmKey: 5, utmValue: 'b', value: 'c' }] };
    const refused = await post(input, headers, '/v1/contacts?limit=1');
    expect([refused.status, refused.headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
    expect(errorsOf(refused.body)).toEqual([
      { path: 'utm[0].utmKey', code: 'invalid_type', message: 'Must be a string' },
      unknown('limit'),
      unknown('nick'),
      unknown('utm[0].value', 'utmValue'),
    ]);
    expect(await contacts()).toEqual(before);
    // The key is not used up.
    const sent = await post({ email: 'strict@example.com' }, headers);
    expect([sent.status, sent.headers.get('preference-applied')]).toEqual([201, 'handling=strict']);
  });

  test('refuses unknown parameters of a query with the nearest known name', async () => {
    const { status, body, headers } = await app.request('/v1/eventCalls?user_ids=1&offset=2', {
      headers: { authorization: `Bearer ${key}`, ...strict },
    });
    expect([status, headers.get('unknown-parameters')]).toEqual([400, 'user_ids, offset']);
    expect(errorsOf(body)).toEqual([unknown('user_ids', 'userIds'), unknown('offset')]);
  });

  test.each<[string, boolean]>([
    ['handling=strict', true],
    ['Handling = "strict"', true],
    ['respond-async, handling=strict; a=b', true],
    ['wait=10 ,\thandling=strict', true],
    ['note="a, handling=lenient", handling=strict', true],
    ['handling=strict, handling=lenient', true],
    ['handling=lenient, handling=strict', false],
    ['handling=lenient', false],
    ['handling', false],
    ['handling=stricter', false],
    ['note="handling=strict"', false],
    ['wait; handling=strict', false],
    ['', false],
  ])('%s: %j', async (prefer, isStrict) => {
    const { status, headers } = await app.request('/v1/eventCalls?offset=1', {
      headers: { authorization: `Bearer ${key}`, prefer },
    });
    expect([status, headers.get('preference-applied')]).toEqual(isStrict ? [400, 'handling=strict'] : [200, null]);
  });

  test('may stand in the second of two headers', async () => {
    const headers: [string, string][] = [
      ['authorization', `Bearer ${key}`],
      ['prefer', 'respond-async'],
      ['prefer', 'handling=strict'],
    ];
    expect((await fetch(`${app.url}/v1/eventCalls?offset=1`, { headers })).status).toBe(400);
  });
});

describe('without it', () => {
  test.each([
    ['fristName', 'firstName'],
    ['first_name', 'firstName'],
    ['firstNam', 'firstName'],
    ['countri', 'country'],
    ['contry', 'country'],
  ])('a key that is a slip away from one that is absent is refused: %s', async (name, meant) => {
    const before = await contacts();
    const { status, body, headers } = await post({ email: 'slip@example.com', [name]: 'X' });
    expect([status, errorsOf(body), headers.get('preference-applied')]).toEqual([400, [unknown(name, meant)], null]);
    expect(body.message.details.unknown).toEqual([{ path: `body.${name}`, nearest: meant }]);
    expect(await contacts()).toEqual(before);
  });

  test('so is one inside of a list, and one behind many others', async () => {
    const utm = [
      { utmKey: 'a', utmValue: 'b' },
      { utmKey: 'c', utmValu: 'd' },
    ];
    const { body } = await post({ email: 'slip@example.com', utm });
    expect(errorsOf(body)).toContainEqual(unknown('utm[1].utmValu', 'utmValue'));
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`zzz${index}`, 1]));
    expect(errorsOf((await post({ email: 'slip@example.com', ...many, lastNmae: 'X' })).body)).toEqual([
      unknown('lastNmae', 'lastName'),
    ]);
  });

  test('answers of a booking are not lost to their other name', async () => {
    const { body } = await post({ secondaryQuestionAnswers: [] }, {}, '/v1/eventCalls');
    expect(errorsOf(body)).toContainEqual(unknown('secondaryQuestionAnswers', 'secondaryQuestionsAnswer'));
  });

  test.each([
    ['of five letters', { taggs: 'X' }],
    ['three letters away', { frstNm: 'X' }],
    ['near one that is there', { firstName: 'Ira', fristName: 'X' }],
  ])('a key that is %s is ignored and listed', async (_, more) => {
    const { status, headers } = await post({ email: `${crypto.randomUUID()}@example.com`, ...more });
    expect([status, headers.get('unknown-parameters')]).toEqual([201, `body.${Object.keys(more).at(-1)}`]);
  });

  test('a near parameter of a query is ignored and listed', async () => {
    const { status, headers } = await app.get('/v1/eventCalls?eventTypes=PAST', key);
    expect([status, headers.get('unknown-parameters')]).toEqual([200, 'eventTypes']);
  });
});
