import { expect, test } from 'vitest';
import { bookableEvent } from '../../support/bookable-events.ts';
import { march } from '../../support/bookings.ts';
import { takeMails, useMailedApp } from '../../support/call-mails.ts';
import { nextSerial } from '../../support/serial.ts';

const { app, mail, sendDue } = await useMailedApp();
const victim = 'victim@example.com';

async function publicEvent() {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/bomb-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  return { owner, linkPrefix };
}

const send = async (name: string, type: string, input: object, selection: string) =>
  (await app.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) ${selection} }`, undefined, { input })).body;

test('a booking in the name of somebody else that is moved back and forth sends them few mails', async () => {
  const { linkPrefix } = await publicEvent();
  const booked = await send(
    'createPublicBooking',
    'CreatePublicBookingInput',
    { linkPrefix, dateTime: march('10T10:00'), timeZone: 'UTC', email: victim },
    '{ token }',
  );
  const { token } = booked.data.createPublicBooking;
  await sendDue();
  const answers: string[] = [];
  for (let move = 0; move < 25; move++) {
    const dateTime = march(`${11 + (move % 2)}T${10 + Math.floor(move / 2)}:00`);
    const input = { token, dateTime, timeZone: 'UTC' };
    const body = await send('reschedulePublicBooking', 'ReschedulePublicBookingInput', input, '{ dateTime }');
    answers.push(body.errors?.[0].extensions.code ?? 'moved');
    await sendDue();
  }
  const mails = await takeMails(mail);
  const toVictim = mails.filter(({ to }) => to === victim);
  expect({ toVictim: toVictim.length, toHost: mails.length - toVictim.length, answers }).toEqual({
    toVictim: 5,
    toHost: 6,
    answers: Array.from({ length: 25 }, (_, move) => (move < 5 ? 'moved' : 'RATE_LIMIT_EXCEEDED')),
  });
});
