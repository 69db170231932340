import { expect, test } from 'vitest';
import { guestChange, guestList, guestsOf } from '#src/domain/event-calls/guests.ts';

test('guests are each address once, in order, without the invitee', () => {
  const addresses = ['Sam@example.com', 'lee@example.com', 'sam@example.com', 'IRA@example.com', 'kim@example.com'];
  const guests = ['Sam@example.com', 'lee@example.com', 'kim@example.com'];
  expect(guestsOf(addresses, { inviteeEmail: 'ira@example.com' })).toEqual(guests);
  expect(guestsOf(addresses, { inviteeEmail: null })).toHaveLength(4);
});

test('an address that is a guest already keeps its spelling', () => {
  const call = { inviteeEmail: null, guests: ['Sam@Example.com'] };
  expect(guestsOf(['lee@example.com', 'sam@example.com'], call)).toEqual(['lee@example.com', 'Sam@Example.com']);
});

test('a list has at most ten addresses, each in its canonical form', () => {
  const addresses = Array.from({ length: 11 }, (_, index) => `guest${index}@example.com`);
  expect(guestList().safeParse(addresses).error?.issues).toMatchObject([
    { path: [], message: 'Must have at most 10 items' },
  ]);
  expect(guestList().safeParse(['ok@example.com', 'no address']).error?.issues).toMatchObject([{ path: [1] }]);
  expect(guestList().parse([' mailto:sam@пример.рф '])).toEqual(['sam@xn--e1afmkfd.xn--p1ai']);
  expect(guestList().parse(addresses.slice(1))).toHaveLength(10);
});

test('a change of guests is who was added and who was removed', () => {
  expect(guestChange({ guests: ['a', 'b'] }, { guests: ['c', 'b'] })).toEqual({ added: ['c'], removed: ['a'] });
});
