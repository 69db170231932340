import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { detailsWith } from '../../support/errors.ts';
import { nextSerial } from '../../support/serial.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();

const mutation = (
  name: string,
  selection: string,
) => `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
  ${name}(input: $input) { ${selection} } }`;
const slot = (hour: number) => new Date(Date.UTC(2026, 2, 5, hour)).toISOString();

async function place() {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/public-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix, maxUpcomingPerInvitee: 3 });
  const book = async (input: object) => {
    const filled = { linkPrefix, timeZone: 'Asia/Tokyo', email: 'ira@example.com', ...input };
    const { body } = await app.graphql(mutation('createPublicBooking', 'token'), undefined, { input: filled });
    return { token: body.data?.createPublicBooking?.token, errors: body.errors };
  };
  return { ...owner, book };
}

const refusal = (field: string) => {
  const message =
    'An invitee can have at most 3 upcoming calls for this event: reschedule or cancel one of them instead';
  const details = detailsWith({ fieldErrors: { [field]: [message] } });
  return [expect.objectContaining({ extensions: { code: 'VALIDATION_FAILED', details } })];
};

test('an invitee without a credential has at most 3 calls to come with an event, and moves or cancels one of them', async () => {
  const { book, workspaceId } = await place();
  const tokens = [];
  for (const hour of [1, 2, 3]) tokens.push((await book({ dateTime: slot(hour) })).token);
  const written = await writtenRows(app, workspaceId, ['EventCall', 'Contact', 'WebhookEvent']);
  expect((await book({ dateTime: slot(4) })).errors).toEqual(refusal('email'));
  expect(await writtenRows(app, workspaceId, ['EventCall', 'Contact', 'WebhookEvent'])).toEqual(written);
  const moved = await app.graphql(mutation('reschedulePublicBooking', 'dateTime'), undefined, {
    input: { token: tokens[0], dateTime: slot(5) },
  });
  expect(moved.body.data.reschedulePublicBooking).toEqual({ dateTime: slot(5) });
  await app.graphql(mutation('cancelPublicBooking', 'status'), undefined, { input: { token: tokens[1] } });
  expect((await book({ dateTime: slot(4) })).token).toEqual(expect.any(String));
  expect((await book({ dateTime: slot(6) })).errors).toEqual(refusal('email'));
});

test('an invitee who gives a phone number alone is known by it', async () => {
  const { book } = await place();
  const phone = { email: undefined, phoneNumber: '+14155550101' };
  for (const hour of [1, 2, 3]) expect((await book({ ...phone, dateTime: slot(hour) })).errors).toBeUndefined();
  expect((await book({ ...phone, dateTime: slot(4) })).errors).toEqual(refusal('phoneNumber'));
});
