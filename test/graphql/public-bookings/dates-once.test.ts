import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';

const app = await useApp();
const owner = await app.workspace();
await bookableEvent(app, owner, { linkPrefix: 'ada/call' });

const dates = 'publicEventDates(linkPrefix: "ada/call", timeZone: "UTC") { timeZone }';
const once = 'A document without a credential has publicEventDates once';

describe('publicEventDates', () => {
  test('is computed once for a document without a credential, under whatever names', async () => {
    const documents = [
      `{ a: ${dates} b: ${dates} c: ${dates} }`,
      `query { ...A b: ${dates} } fragment A on Query { a: ${dates} c: ${dates} }`,
    ];
    for (const document of documents) {
      const { body } = await app.graphql(document);
      const found = ['a', 'b', 'c'].filter((name) => body.data?.[name]);
      const refused = body.errors.map(({ extensions }: { extensions: object }) => extensions);
      expect(found).toHaveLength(1);
      expect(refused).toHaveLength(2);
      for (const each of refused) {
        expect(each).toMatchObject({ code: 'VALIDATION_FAILED', details: { formErrors: [once] } });
      }
    }
    expect((await app.graphql(`{ ${dates} }`)).body.errors).toBeUndefined();
  });

  test('is computed as often as a caller with a credential asks, who pays for each', async () => {
    const { body } = await app.graphql(`{ a: ${dates} b: ${dates} }`, await app.apiKey(owner));
    expect(body.errors).toBeUndefined();
    expect(Object.keys(body.data)).toEqual(['a', 'b']);
  });
});
