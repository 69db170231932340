import { expect, test } from 'vitest';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';
import { march } from '../../support/bookings.ts';
import { takeMails, useMailedApp } from '../../support/call-mails.ts';
import { nextSerial } from '../../support/serial.ts';

const { app, mail, sendDue } = await useMailedApp(manyAddresses);

/** The path of the page of a call whose invitation went, in a mailbox that has no room since. */
async function fullMailbox() {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/full-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  const form = new URLSearchParams({ email: 'ira@example.com', dateTime: march('10T00:00'), timeZone: 'UTC' });
  const { location } = await openPage(app, `/e/${linkPrefix}`, { form });
  await sendDue();
  await app.sql(
    `UPDATE "Mailbox" SET "mails" = (SELECT jsonb_agg(m || jsonb_build_object('mail', n::text))
       FROM jsonb_array_elements("mails") m, generate_series(1, 5) n)`,
  );
  await takeMails(mail);
  return { owner, path: new URL(location ?? '', `${app.url}/e/${linkPrefix}`).pathname };
}

const moveTo = (path: string, at: string) =>
  openPage(app, path, { form: new URLSearchParams({ do: 'move', dateTime: march(at), timeZone: 'UTC' }) });

const texts = {
  en: 'The email about this is held back for now',
  de: 'Die E-Mail dazu wird vorerst zurückgehalten',
  es: 'El correo sobre esto se retiene por ahora',
  fr: 'L’e-mail à ce sujet est retenu pour l’instant',
  pt: 'O e-mail sobre isto fica retido por agora',
};

test('a move beyond the limit of the mailbox is made, the page says that its mail is held back, and later not', async () => {
  const { path } = await fullMailbox();
  expect((await openPage(app, path)).text).not.toContain(texts.en);
  expect((await moveTo(path, '10T01:00')).status).toBe(303);
  // Before any worker looked at the mail.
  for (const [lang, text] of Object.entries(texts)) {
    expect((await openPage(app, `${path}?lang=${lang}`)).text).toContain(text);
  }
  await sendDue();
  expect((await takeMails(mail)).filter(({ to }) => to === 'ira@example.com')).toEqual([]);
  expect((await openPage(app, path)).text).toContain(texts.en);
  app.clock.set(march('04T13:00'));
  await sendDue();
  expect(await takeMails(mail)).toMatchObject([{ to: 'ira@example.com', calendar: { sequence: 1 } }]);
  expect((await openPage(app, path)).text).not.toContain(texts.en);
  app.clock.set(march('04T12:00'));
});

test('the mail of a cancellation is held back too, and the page says so', async () => {
  const { path } = await fullMailbox();
  expect((await openPage(app, path, { form: new URLSearchParams({ do: 'cancel' }) })).status).toBe(303);
  const page = await openPage(app, path);
  expect(page.text).toContain('Your call is cancelled');
  expect(page.text).toContain(texts.en);
});

test('what was held back of an earlier state of the call is not said of a later one', async () => {
  const { path } = await fullMailbox();
  await app.sql(`UPDATE "Notification" SET "status" = 'FAILED', "isHeldBack" = true WHERE "kind" = 'INVITATION'`);
  await app.sql('DELETE FROM "Mailbox"');
  expect((await openPage(app, path)).text).toContain(texts.en);
  expect((await moveTo(path, '10T01:00')).status).toBe(303);
  expect((await openPage(app, path)).text).not.toContain(texts.en);
});

test('the same is said in GraphQL, to the invitee and to the team', async () => {
  const { owner, path } = await fullMailbox();
  const token = path.slice('/b/'.length);
  const booking = async () => {
    const { body } = await app.graphql(`{ publicBooking(token: "${token}") { isMailHeldBack } }`);
    return body.data.publicBooking;
  };
  expect(await booking()).toEqual({ isMailHeldBack: false });
  const input = `{ token: "${token}", dateTime: "${march('10T01:00')}", timeZone: "UTC" }`;
  const moved = await app.graphql(`mutation { reschedulePublicBooking(input: ${input}) { dateTime isMailHeldBack } }`);
  expect(moved.body.data.reschedulePublicBooking).toEqual({ dateTime: march('10T01:00'), isMailHeldBack: true });
  expect(await booking()).toEqual({ isMailHeldBack: true });
  const { body } = await app.graphql(
    '{ eventCalls { eventCalls { notifications { kind recipient status isHeldBack nextAttemptAt } } } }',
    await app.apiKey(owner),
  );
  const mails = body.data.eventCalls.eventCalls[0].notifications;
  expect(mails.filter(({ isHeldBack }: { isHeldBack: boolean }) => isHeldBack)).toEqual([
    { kind: 'CHANGE', recipient: 'INVITEE', status: 'WAITING', isHeldBack: true, nextAttemptAt: march('04T13:00') },
  ]);
});

test('a booking by a mailbox that has no room says at once that its mail is held back', async () => {
  const { owner } = await fullMailbox();
  const linkPrefix = `user-${owner.userId}/other-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  const input = `{ linkPrefix: "${linkPrefix}", dateTime: "${march('12T10:00')}", timeZone: "UTC", email: "ira+2@example.com" }`;
  const { body } = await app.graphql(
    `mutation { createPublicBooking(input: ${input}) { booking { status isMailHeldBack } } }`,
  );
  expect(body.data.createPublicBooking.booking).toEqual({ status: 'SCHEDULED', isMailHeldBack: true });
});
