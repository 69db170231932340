import { afterEach, describe, expect, test } from 'vitest';
import { inviteeActor } from '#src/domain/event-calls/call-history.ts';
import { cancelCall } from '#src/services/event-calls/update-event-calls.ts';
import { bookingIn, march } from '../support/bookings.ts';
import { takeMails, useMailedApp } from '../support/call-mails.ts';

interface Listed {
  readonly kind: string;
  readonly recipient: string;
}

const { app, mail, sendDue } = await useMailedApp();
afterEach(async () => {
  mail.answer = undefined;
  await takeMails(mail);
  app.clock.set('2026-03-04T12:00:00.000Z');
});

const fields = 'id kind recipient status dateTime attempts lastError isHeldBack nextAttemptAt sentAt';

async function notificationsOf(id: number, key: string) {
  const { body } = await app.graphql(`{ eventCall(id: ${id}) { notifications { ${fields} } } }`, key);
  expect(body.errors).toBeUndefined();
  return body.data.eventCall.notifications;
}

const resend = (id: number, key: string) =>
  app.graphql(`mutation { resendNotification(input: { id: ${id} }) { ${fields} } }`, key);

test('the mails of a call are shown to who sees it: when they go, what failed and with which words', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  const unsent = { dateTime: march('10T10:00'), attempts: 0, lastError: null, isHeldBack: false, sentAt: null };
  const waiting = { ...unsent, id: expect.any(Number), status: 'WAITING' };
  expect(await notificationsOf(id, booking.key)).toEqual([
    { ...waiting, kind: 'REMINDER', recipient: 'INVITEE', nextAttemptAt: march('10T09:00') },
    { ...waiting, kind: 'REMINDER', recipient: 'INVITEE', nextAttemptAt: march('09T10:00') },
    { ...waiting, kind: 'INVITATION', recipient: 'HOST', nextAttemptAt: march('04T12:00') },
    { ...waiting, kind: 'INVITATION', recipient: 'INVITEE', nextAttemptAt: march('04T12:00') },
  ]);
  mail.answer = { to: 'recipient', code: 550, text: 'No such user' };
  await sendDue();
  const [, , , invitation] = await notificationsOf(id, booking.key);
  expect(invitation).toMatchObject({ status: 'FAILED', attempts: 1, nextAttemptAt: null, sentAt: null });
  expect(invitation.lastError).toBe('The mail server rejected the email. Its response: 550 No such user');
  const closer = await app.member(booking.workspaceId, 'CLOSER');
  const { body } = await app.graphql(`{ eventCall(id: ${id}) { notifications { id } } }`, await app.apiKey(closer));
  expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
});

describe('resendNotification', () => {
  async function invitation() {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    const rows = await notificationsOf(id, booking.key);
    return { ...booking, callId: id, reminder: rows[0].id, invitee: rows[3].id };
  }

  test('sends one again that was sent, as another message, and one that has failed', async () => {
    const { callId, key, invitee } = await invitation();
    await sendDue();
    const [first] = (await takeMails(mail)).filter(({ to }) => to === 'ira@example.com');
    expect((await resend(invitee, key)).body.data.resendNotification).toMatchObject({ status: 'WAITING', attempts: 0 });
    mail.answer = { to: 'recipient', code: 550, text: 'No such user' };
    await sendDue();
    expect((await notificationsOf(callId, key))[3]).toMatchObject({ status: 'FAILED', attempts: 1 });
    mail.answer = undefined;
    app.clock.set(march('04T12:10'));
    await resend(invitee, key);
    await sendDue();
    const [again] = await takeMails(mail);
    expect([again?.to, again?.calendar?.sequence]).toEqual(['ira@example.com', 0]);
    expect(again?.messageId).not.toBe(first?.messageId);
    expect((await notificationsOf(callId, key))[3]).toMatchObject({ status: 'SENT', sentAt: march('04T12:10') });
  });

  test('makes one due that waits for another attempt, and counts on', async () => {
    const { key, invitee } = await invitation();
    mail.answer = { to: 'recipient', code: 451, text: 'Later' };
    await sendDue();
    const { body } = await resend(invitee, key);
    expect(body.data.resendNotification).toMatchObject({ attempts: 1, nextAttemptAt: march('04T12:00') });
    mail.answer = undefined;
    await sendDue();
    expect((await takeMails(mail)).map(({ to }) => to)).toEqual(['ira@example.com']);
  });

  const problemOf = async (id: number, key: string) =>
    (await resend(id, key)).body.errors[0].extensions.details.fieldErrors.id[0];
  const changed = 'The call or its guests have changed since: only emails with its current details can be sent again';

  test('refuses what a later change has made untrue, and sends the mail of that change again', async () => {
    const { callId: id, key, invitee, cancel, reschedule } = await invitation();
    await sendDue();
    await reschedule({ id, dateTime: march('11T10:00'), timeZone: 'UTC' });
    await sendDue();
    expect(await problemOf(invitee, key)).toBe(changed);
    const ofInvitee = async (kind: string) =>
      (await notificationsOf(id, key)).find((each: Listed) => each.kind === kind && each.recipient === 'INVITEE').id;
    const change = await ofInvitee('CHANGE');
    expect((await resend(change, key)).body.data.resendNotification).toMatchObject({ status: 'WAITING' });
    await sendDue();
    await cancel({ id });
    await sendDue();
    await takeMails(mail);
    expect(await problemOf(change, key)).toBe(changed);
    await resend(await ofInvitee('CANCELLATION'), key);
    await sendDue();
    const [again, ...others] = await takeMails(mail);
    expect([again?.to, again?.calendar?.sequence, others]).toEqual(['ira@example.com', 2, []]);
  });

  test('finds no mail that a later change has replaced', async () => {
    const { callId: id, key, invitee, reschedule } = await invitation();
    await reschedule({ id, dateTime: march('11T10:00'), timeZone: 'UTC' });
    expect((await resend(invitee, key)).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('sends a mail again once in ten minutes, also where two ask at the same time', async () => {
    const { callId, key, invitee } = await invitation();
    await sendDue();
    const answers = await Promise.all([resend(invitee, key), resend(invitee, key)]);
    const [refused, ...others] = answers.flatMap(({ body }) => body.errors ?? []);
    expect(others).toEqual([]);
    expect(refused.message).toMatch(/^This email was already sent again a short time ago: 1 /);
    const { code, retryAfter, limit } = refused.extensions;
    expect([code, retryAfter, limit.points, limit.windowSec]).toEqual(['RATE_LIMIT_EXCEEDED', 600, 1, 600]);
    await sendDue();
    app.clock.set('2026-03-04T12:09:59.999Z');
    expect((await resend(invitee, key)).body.errors[0].extensions).toMatchObject({ retryAfter: 1 });
    const host = (await notificationsOf(callId, key))[2].id;
    expect((await resend(host, key)).body.data.resendNotification).toMatchObject({ recipient: 'HOST' });
    app.clock.set(march('04T12:10'));
    expect((await resend(invitee, key)).body.errors).toBeUndefined();
  });

  test('does not make a mail due again and again that waits for its mail server', async () => {
    const { key, invitee } = await invitation();
    mail.answer = { to: 'recipient', code: 451, text: 'Later' };
    await sendDue();
    expect((await resend(invitee, key)).body.errors).toBeUndefined();
    await sendDue();
    expect((await resend(invitee, key)).body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED');
  });

  test.each(['INVITEE', 'HOST'])(
    'sends a mailbox of the %s five mails again in an hour, of whichever calls',
    async (recipient) => {
      const booking = await bookingIn(app);
      const ids: number[] = [];
      for (const hour of ['08', '09', '10', '11', '12', '13']) {
        const { id } = await booking.booked({ dateTime: march(`10T${hour}:00`) });
        const listed: (Listed & { id: number })[] = await notificationsOf(id, booking.key);
        ids.push(
          ...listed.filter((each) => each.kind === 'INVITATION' && each.recipient === recipient).map((each) => each.id),
        );
      }
      await sendDue();
      await takeMails(mail);
      // Nothing counts of what went before.
      await app.sql('DELETE FROM "Mailbox"');
      for (const id of ids.slice(0, 5)) {
        expect((await resend(id, booking.key)).body.errors).toBeUndefined();
        await sendDue();
      }
      const { message, extensions } = (await resend(ids[5] ?? 0, booking.key)).body.errors[0];
      expect(message).toMatch(/^The recipient's mailbox has reached the maximum number of emails: 5 /);
      expect([extensions.code, extensions.retryAfter, extensions.limit.windowSec]).toEqual([
        'RATE_LIMIT_EXCEEDED',
        3600,
        3600,
      ]);
      expect(await takeMails(mail)).toHaveLength(5);
    },
  );

  test('refuses a reminder of an event whose mails are switched off', async () => {
    const { eventId, key, reminder } = await invitation();
    await app.sql('UPDATE "Event" SET "sendsMail" = false WHERE "id" = $1', [eventId]);
    expect(await problemOf(reminder, key)).toBe('The event does not send emails: there are no reminders of its calls');
  });

  test('refuses a reminder of a call that a node without a mail server has cancelled', async () => {
    const { callId: id, key, reminder, workspaceId } = await invitation();
    await cancelCall(
      { ...app.context, sendsMail: false },
      { workspaceId, visible: undefined, actor: inviteeActor },
      { id },
    );
    expect(await problemOf(reminder, key)).toBe(changed);
  });

  test('refuses what is not there, what the caller does not see, and a reminder of a call that has begun', async () => {
    const { key, workspaceId, reminder, invitee } = await invitation();
    const other = await bookingIn(app);
    const closer = await app.apiKey(await app.member(workspaceId, 'CLOSER'));
    for (const [id, as] of [
      [2_147_483_647, key],
      [invitee, other.key],
      [invitee, closer],
    ] as const)
      expect((await resend(id, as)).body.errors[0].extensions.code).toBe('NOT_FOUND');
    app.clock.set(march('10T10:00'));
    const { details } = (await resend(reminder, key)).body.errors[0].extensions;
    expect(details.fieldErrors).toEqual({ id: ['The call has already begun: reminders are no longer sent'] });
    const reader = await app.apiKey(other.owner, { scopes: ['eventCalls:read'] });
    expect((await resend(invitee, reader)).body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('previewMail', () => {
  const preview = (args: string, key: string) => app.graphql(`{ previewMail(${args}) { subject text html } }`, key);

  test.each([
    ['INVITATION', 'INVITEE', 'de', 'Ihr Gespräch ist gebucht'],
    ['CHANGE', 'HOST', 'en', 'One of your calls has changed'],
    ['CANCELLATION', 'INVITEE', 'fr', 'Votre entretien a été annulé'],
    ['REMINDER', 'INVITEE', 'pt', 'Sua chamada se aproxima'],
  ])('shows a %s to %s in %s, and sends nothing', async (kind, recipient, language, heading) => {
    const { eventId, key, workspaceId } = await bookingIn(app);
    const args = `eventId: ${eventId}, kind: ${kind}, recipient: ${recipient}, language: ${language}`;
    const { subject, text, html } = (await preview(args, key)).body.data.previewMail;
    expect(subject).toContain('Growth review');
    expect(text.split('\n')[0]).toBe(heading);
    expect(html).toContain(`<html lang="${language}">`);
    expect(await app.sql('SELECT FROM "Notification" WHERE "workspaceId" = $1', [workspaceId])).toEqual([]);
  });

  test('is about the latest call of the event, with the looks and the texts of the workspace', async () => {
    const booking = await bookingIn(app);
    await booking.booked({ dateTime: march('10T10:00') });
    const mailTexts = JSON.stringify([
      { kind: 'REMINDER', language: 'en', subject: 'Soon: {{event}}', text: 'See you {{time}}' },
    ]);
    const values = [mailTexts, booking.workspaceId];
    await app.sql(`UPDATE "Workspace" SET "accentColor" = '#ffd400', "mailTexts" = $1 WHERE "id" = $2`, values);
    const args = `eventId: ${booking.eventId}, kind: REMINDER, recipient: INVITEE`;
    const { subject, text, html } = (await preview(args, booking.key)).body.data.previewMail;
    expect(subject).toBe('Soon: Growth review');
    expect(text).toContain('See you Tuesday, March 10, 2026');
    expect(html).toContain('background:#ffd400;color:#101828');
    // Events alone are no calls: a key for them reads nothing of an invitee.
    const admin = await app.member(booking.workspaceId, 'ADMIN');
    const ofEvents = await app.apiKey(admin, { scopes: ['events:read'] });
    expect((await preview(args, ofEvents)).body.data.previewMail.text).toContain('See you Thursday, March 5, 2026');
    const tried = await preview(`${args}, subject: "Try {{workspace}}", text: ""`, booking.key);
    expect(tried.body.data.previewMail.subject).toMatch(/^Try /);
    expect(tried.body.data.previewMail.text).not.toContain('See you');
    const wrong = await preview(`${args}, text: "{{nobody}}"`, booking.key);
    expect(wrong.body.errors[0].extensions.details.errors[0]).toMatchObject({ path: 'text', code: 'unknown_value' });
  });

  test('is for owners and admins, about an event of the workspace', async () => {
    const { eventId, key, workspaceId } = await bookingIn(app);
    const args = `eventId: ${eventId}, kind: REMINDER, recipient: HOST`;
    const closer = await app.apiKey(await app.member(workspaceId, 'CLOSER'));
    const admin = await app.apiKey(await app.member(workspaceId, 'ADMIN'), { scopes: ['events:read'] });
    expect((await preview(args, closer)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await preview(args, admin)).body.data.previewMail.subject).toMatch(/^Reminder: /);
    const other = await bookingIn(app);
    expect((await preview(args, other.key)).body.errors[0].extensions.code).toBe('EVENT_NOT_FOUND');
    const unknown = await preview(`eventId: ${eventId}, kind: REMINDER, recipient: HOST, language: xx`, key);
    expect(unknown.body.errors[0].message).toMatch(/xx/);
  });
});

describe('sendTestMail', () => {
  const document = 'mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) { to subject } }';
  const send = (credential: string, eventId: number) =>
    app.graphql(document, credential, { input: { eventId, kind: 'INVITATION', recipient: 'INVITEE' } });

  test('sends the preview to the caller, without a calendar entry', async () => {
    const { eventId, workspaceId } = await bookingIn(app);
    const admin = await app.member(workspaceId, 'ADMIN');
    const { body } = await send(await app.session(admin), eventId);
    const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [admin.userId]);
    expect(body.data.sendTestMail.to).toBe(user?.email);
    const [sent, ...others] = await takeMails(mail);
    expect(others).toEqual([]);
    expect(sent?.subject).toMatch(/^Test: Booked: Growth review/);
    expect(sent?.calendar).toBeUndefined();
  });

  test('knows no event of another workspace', async () => {
    const { eventId } = await bookingIn(app);
    const { workspaceId } = await bookingIn(app);
    const { body } = await send(await app.session(await app.member(workspaceId, 'ADMIN')), eventId);
    expect(body.errors[0].extensions.code).toBe('EVENT_NOT_FOUND');
    expect(await takeMails(mail)).toEqual([]);
  });

  test('says why the mail server refused it', async () => {
    const { eventId, workspaceId } = await bookingIn(app);
    mail.answer = { to: 'recipient', code: 554, text: 'no' };
    const { body } = await send(await app.session(await app.member(workspaceId, 'ADMIN')), eventId);
    const { message } = body.errors[0].extensions.details.errors[0];
    expect(message).toMatch(/^The mail server rejected/);
  });

  test('is for sessions of owners and admins, 20 times an hour', async () => {
    const { eventId, workspaceId, key } = await bookingIn(app);
    const session = await app.session(await app.member(workspaceId, 'ADMIN'));
    const closer = await app.session(await app.member(workspaceId, 'CLOSER'));
    for (const other of [key, closer]) {
      expect((await send(other, eventId)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    }
    const codes = [];
    for (let count = 0; count < 21; count++) {
      app.clock.set(new Date(app.clock.now().getTime() + 1_000).toISOString());
      codes.push((await send(session, eventId)).body.errors?.[0].extensions.code);
    }
    expect(codes).toEqual([...Array.from({ length: 20 }, () => undefined), 'RATE_LIMIT_EXCEEDED']);
  });
});
