import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';

const app = await useApp();
const owner = await app.workspace();
await bookableEvent(app, owner, { linkPrefix: 'ada/call' });

const dates = 'publicEventDates(linkPrefix: "ada/call", timeZone: "UTC")';
const event = 'publicEvent(linkPrefix: "ada/call")';

describe('a document without a credential', () => {
  test.each([
    ['publicEventDates', `{ a: ${dates} { timeZone } b: ${dates} { timeZone } }`],
    ['publicEventDates', `{ a: ${dates} { timeZone } ${dates} { timeZone } }`],
    ['publicEventDates', `query { ...A b: ${dates} { timeZone } } fragment A on Query { a: ${dates} { timeZone } }`],
    ['dateTimes', `{ ${dates} { a: dateTimes b: dateTimes } }`],
    [
      'dateTimes',
      `{ ${dates} { ...on PublicEventDates { dateTimes } ...A } } fragment A on PublicEventDates { a: dateTimes }`,
    ],
    ['publicEvent', `{ a: ${event} { name } b: ${event} { name } }`],
    ['name', `{ ${event} { a: name b: name } }`],
    ['__type', '{ a: __type(name: "Event") { name } b: __type(name: "User") { name } }'],
  ])('has %s under one name: %s', async (field, document) => {
    const { status, body } = await app.graphql(document);
    const message = `The document uses the field ${field} under several aliases: without a credential, each field may be used only once`;
    expect([status, body.data, body.errors]).toEqual([
      ...[200, undefined],
      [{ message, extensions: { code: 'TOO_MANY_ALIASES' } }],
    ]);
    // The second time it is prepared.
    expect((await app.graphql(document)).body.errors[0].message).toBe(message);
    expect((await app.graphql(document, await app.apiKey(owner))).body.errors).toBeUndefined();
  });

  test('may give a field another name, and have it in several objects', async () => {
    const { body } = await app.graphql(`{ open: ${dates} { zone: timeZone dateTimes } ${event} { name } }`);
    expect(body.errors).toBeUndefined();
    expect(Object.keys(body.data)).toEqual(['open', 'publicEvent']);
  });
});
