import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { expectedPage } from '../../support/call-model.ts';
import { handMadeCalls, now } from '../../support/hand-made-calls.ts';

const app = await useApp();
const made = await handMadeCalls(app);
app.clock.set(now);

async function found(query: string, key = made.key): Promise<string[]> {
  const { body } = await app.get(`/v1/eventCalls?limit=100&${query}`, key);
  expect(body.data.count).toBe(body.data.eventCalls.length);
  return body.data.eventCalls.map((call: { previewId: string }) => call.previewId).sort();
}

function modelled(search: string): string[] {
  const { ids } = expectedPage(made.calls, { search, limit: 100 }, { now, timeZone: 'UTC' });
  return made.calls.flatMap(({ id, previewId }) => (ids.includes(id) ? [previewId] : [])).sort();
}

describe('search', () => {
  test.each([
    ['a part of a name', 'ola', 0],
    ['a part of a name in another letter case', 'IRA', 5],
    ['an e-mail address', 'anne@example.com', 2],
    ['the digits of a phone number', '4155550101', 3],
    ['a phone number with its plus', '+1415', 4],
    ['letters with marks in another case', 'änne', 1],
    ['a letter with a mark', 'ZOË', 1],
    ['words in any order', 'cole ira', 4],
    ['words of name and phone number together', '0102 zoë', 1],
    ['words between any white space', ' \t ira \n cole ', 4],
    ['words one of which is missing', 'ira nobody', 0],
    ['a percent sign as itself', '%', 1],
    ['an underscore as itself', '_', 1],
    ['a backslash as itself', '\\', 1],
    ['a quote', "'", 0],
    ['nothing', '', 15],
    ['nothing but white space', '  ', 15],
  ])('finds %s', async (_, search, count) => {
    const expected = modelled(search);
    expect(expected).toHaveLength(count);
    expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  test('a word does not match across the end of the name and the beginning of the e-mail', async () => {
    expect(await found('search=coleira')).toEqual([]);
  });

  test.each(['ΟΔΥΣΣΕΥΣ', 'İpek', 'ﬀ', 'Straße', 'ΣΑΣ', 'ǅ', '日本 太郎', '😀 grin'])(
    'finds the name %s by the name itself',
    async (inviteeName) => {
      const owner = await app.workspace();
      await app.call(owner, { inviteeName, previewId: 'call_named' });
      const key = await app.apiKey(owner);
      expect(await found(`search=${encodeURIComponent(inviteeName)}`, key)).toEqual(['call_named']);
    },
  );
});

describe('comma-separated lists', () => {
  const ids = () => made.calls.slice(0, 2).map(({ id }) => id);
  const both = ['call_hand0', 'call_hand1'];

  test('items are trimmed and empty ones dropped', async () => {
    expect(await found(`ids=,%20${ids()[0]}%20,,%09${ids()[1]},`)).toEqual(both);
    expect(await found('types=+cancelled_events+,')).toHaveLength(3);
  });

  test('200 items are accepted, empty ones not counted', async () => {
    const list = [...ids(), ...Array.from({ length: 198 }, (_, place) => 2_000_000_000 + place)];
    expect(await found(`ids=,,${list.join(',')},,`)).toEqual(both);
    expect(await found(`userIds=${Array(200).fill(made.owner.userId).join(',')}`)).toHaveLength(3);
  });
});
