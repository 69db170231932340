import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, bookingRows, march, outcomePath, refusedWith } from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';

const app = await useApp();
const booking = await bookingIn(app);
const strategy = await booking.booked({ dateTime: march('05T10:00') });
const discovery = await app.call(booking.owner, { callType: 'DISCOVERY_EVENT' });
const ids = { STRATEGY_EVENT: strategy.id, DISCOVERY_EVENT: discovery };

const stored = async () => [
  await app.sql('SELECT * FROM "EventCall" ORDER BY "id"'),
  await bookingRows(app, booking.workspaceId),
];

/** Refused over REST with this body, and nothing is written. */
async function refuses(input: object, expected: { status: number; body: object }, as = booking.key): Promise<void> {
  const before = await stored();
  const whole = { eventCallId: ids.STRATEGY_EVENT, outcome: 'WON', ...input };
  const { status, body } = await booking.setOutcome(whole, as, { 'idempotency-key': crypto.randomUUID() });
  expect({ status, body }).toEqual(expected);
  expect(await stored()).toEqual(before);
}

/** Both transports refuse it alike. */
async function wrong(input: object, fieldErrors: Record<string, string[]>): Promise<void> {
  const details = detailsWith({ fieldErrors });
  await refuses(input, refusedWith(details, ['POST', outcomePath]));
  const before = await stored();
  const whole = { eventCallId: ids.STRATEGY_EVENT, outcome: 'WON', ...input };
  const graph = await changeByGraphQL(app, booking.key, 'setOutcome', whole);
  expect([graph.status, graph.body.errors[0].extensions]).toEqual([400, { code: 'VALIDATION_FAILED', details }]);
  expect(await stored()).toEqual(before);
}

describe('POST /v1/outcomes, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ outcome: 'NO_SALE' }, { noSaleReason: ['Is required for NO_SALE'] }],
    [{ outcome: 'REJECTED' }, { noSaleReason: ['Is required for REJECTED'] }],
    [{ outcome: 'WON', noSaleReason: 'OTHER' }, { noSaleReason: ['Is only allowed for NO_SALE and REJECTED'] }],
    [{ outcome: 'UNQUALIFIED', noSaleReason: 'OTHER' }, { noSaleReason: ['Is only allowed for NO_SALE and REJECTED'] }],
    [{ outcome: null, noSaleReason: 'OTHER' }, { noSaleReason: ['Is only allowed for NO_SALE and REJECTED'] }],
    [{ outcome: null, objection: 'Dear' }, { objection: ['Is only allowed with an outcome'] }],
  ])('%j is refused by name, also over GraphQL', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each([
    ['STRATEGY_EVENT', 'QUALIFIED', 'WON, NO_SALE'],
    ['STRATEGY_EVENT', 'UNQUALIFIED', 'WON, NO_SALE'],
    ['STRATEGY_EVENT', 'APPROVED', 'WON, NO_SALE'],
    ['STRATEGY_EVENT', 'REJECTED', 'WON, NO_SALE'],
    ['DISCOVERY_EVENT', 'WON', 'APPROVED, REJECTED, QUALIFIED, UNQUALIFIED'],
    ['DISCOVERY_EVENT', 'NO_SALE', 'APPROVED, REJECTED, QUALIFIED, UNQUALIFIED'],
  ] as const)('a call of a %s cannot be %s', (callType, outcome, allowed) => {
    const noSaleReason = ['NO_SALE', 'REJECTED'].includes(outcome) ? 'OTHER' : undefined;
    const message = `Must be one of: ${allowed}, for a ${callType}`;
    return wrong({ eventCallId: ids[callType], outcome, noSaleReason }, { outcome: [message] });
  });
});
