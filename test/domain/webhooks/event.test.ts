import { expect, test } from 'vitest';
import { eventBody, eventId, eventOfRow, storedEventId } from '#src/domain/webhooks/event.ts';

const stored = {
  id: '9007199254740993',
  kind: 'contact.updated' as const,
  createdAt: new Date('2026-11-22T09:30:00.120Z'),
  workspaceId: 7,
  payload: { id: 3, firstName: 'Ira' },
  previous: { firstName: null },
};

test('the body has the event and its sequence number, in this order', () => {
  expect(eventBody({ ...stored, sequence: '42' })).toBe(
    '{"type":"contact.updated","id":"evt_9007199254740993","timestamp":"2026-11-22T09:30:00.120Z","workspaceId":7,' +
      '"sequence":42,"data":{"id":3,"firstName":"Ira"},"previous":{"firstName":null}}',
  );
});

test('an event without earlier values says null', () => {
  expect(JSON.parse(eventBody({ ...stored, previous: null, sequence: 1 }))).toMatchObject({ previous: null });
});

test('a listed event is the body without its sequence number', () => {
  const { sequence, ...listed } = JSON.parse(eventBody({ ...stored, sequence: 42 }));
  expect(eventOfRow(stored)).toEqual(listed);
});

test.each(['1', '9007199254740993', '9223372036854775807'])('the public id of %s leads back to it', (id) => {
  expect(storedEventId(eventId(id))).toBe(id);
});

test.each(['', '12', 'evt_', 'evt_0', 'evt_01', 'evt_-1', 'evt_1 ', 'dlv_1', 'evt_9223372036854775808', 'EVT_1'])(
  '%j is the id of no event',
  (text) => {
    expect(storedEventId(text)).toBeUndefined();
  },
);
