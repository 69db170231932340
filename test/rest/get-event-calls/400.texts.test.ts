import { describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

const ask = (query: string): Promise<Answer> => app.get(`/v1/eventCalls?${query}`, key);

async function refuses(query: string, fieldErrors: Record<string, string[]>): Promise<void> {
  const { status, body } = await ask(query);
  expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors) });
}

const broken = 'Must not contain control characters or broken Unicode';
const date = 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)';

describe('a date', () => {
  const wrong = [
    ...['', 'yesterday', '2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '20260101'],
    ...['2026-01-01T00:00:00', '2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:60Z', '1767225600'],
    ...['2026-02-30T00:00:00Z', '2026-01-01T00:00:00%2B24:00', '2026-01-01%20', '2026-01-01T00:00:00.Z', '-2026-01-01'],
    ...['2026-01-01T00:00:00 1:00', '2026-01-01,2026-01-02', '%2B012026-01-01'],
  ];
  test.each(['dateFrom', 'dateTo'].flatMap((name) => wrong.map((value) => [name, value] as const)))(
    '%s=%s is refused',
    (name, value) => refuses(`${name}=${value}`, { [name]: [date] }),
  );
  test.each(['dateFrom', 'dateTo'])('%s with a NUL is refused', (name) =>
    refuses(`${name}=2026-01-01%00`, { [name]: [broken, date] }),
  );
  test.each(['dateFrom', 'dateTo'])('%s of too many characters is refused', (name) =>
    refuses(`${name}=${'1'.repeat(41)}`, { [name]: ['Must be at most 40 characters', date] }),
  );
});

describe('a text', () => {
  test.each([
    ['search', 'a%00b', [broken]],
    ['search', '%1b', [broken]],
    ['search', 'x'.repeat(201), ['Must be at most 200 characters']],
    ['previewId', 'call_%00', [broken]],
    ['previewId', 'x'.repeat(65), ['Must be at most 64 characters']],
    ['inviteeEmails', 'nobody', ['Invalid email format']],
    ['inviteeEmails', 'a@example.com,@', ['Invalid email format']],
    ['inviteeEmails', 'a%00@example.com', [broken, 'Invalid email format']],
    ['inviteeEmails', `${'x'.repeat(250)}@example.com`, ['Must be at most 255 characters']],
  ])('%s=%s is refused', (name, value, messages) => refuses(`${name}=${value}`, { [name]: messages }));
});

const all = [
  ...['page', 'limit', 'eventType', 'dateFrom', 'dateTo', 'ids', 'userIds', 'eventIds', 'outcomes', 'types'],
  ...['callTypes', 'inviteeEmails', 'search', 'setterIds', 'contactId', 'previewId', 'orderColumn', 'orderBy'],
];

describe.each(all)('%s', (name) => {
  test('is refused when it appears twice, even with the same value', async () => {
    await refuses(`${name}=1&${name}=1`, { [name]: ['Must be given once'] });
    await refuses(`${name}=&x=1&${encodeURIComponent(name).replace('a', '%61')}=2`, { [name]: ['Must be given once'] });
  });

  test('is refused when it is no UTF-8', async () => {
    await refuses(`${name}=%ff`, { [name]: ['Must be percent-encoded UTF-8'] });
    await refuses(`${name}=%ed%a0%80`, { [name]: ['Must be percent-encoded UTF-8'] });
    await refuses(`${name}=%`, { [name]: ['Must be percent-encoded UTF-8'] });
    await refuses(`${name}=%e2%82`, { [name]: ['Must be percent-encoded UTF-8'] });
  });
});
