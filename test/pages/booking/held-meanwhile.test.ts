import { expect, test } from 'vitest';
import { confirmationPath, newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';
import { during } from '../../support/during.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({ ...manyAddresses, baseUrl: 'own' });

/** A booking that waits for its confirmation, and the page that confirms it. */
async function held() {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const linkPrefix = `user-${owner.userId}/held-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix });
  const reference = { workspaceId, id: newHoldId(), eventId };
  await app.insert('BookingHold', {
    ...{ ...reference, email: 'ira@example.com', dueAt: null, createdAt: app.clock.now() },
    input: { linkPrefix, email: 'ira@example.com', dateTime: '2026-03-05T10:00:00.000Z', timeZone: 'UTC' },
    expiresAt: new Date(app.clock.now().getTime() + 60_000),
  });
  const path = confirmationPath(new BookingTokens(testSecretKey).signHold(reference));
  return {
    ...{ reference, path, linkPrefix },
    confirm: () => openPage(app, path, { form: new URLSearchParams({ do: 'confirm' }) }),
    calls: () =>
      app.sql<{ eventId: number }>('SELECT "eventId" FROM "EventCall" WHERE "workspaceId" = $1', [workspaceId]),
  };
}

test('a held booking is confirmed by the link that its event has now', async () => {
  const { reference, path, linkPrefix, confirm, calls } = await held();
  const next = `${linkPrefix}-next`;
  await app.sql('INSERT INTO "BookingLink" VALUES ($1, $2)', [next, reference.workspaceId]);
  await app.sql('UPDATE "Event" SET "linkPrefix" = $1 WHERE "id" = $2', [next, reference.eventId]);
  await app.sql('DELETE FROM "BookingLink" WHERE "linkPrefix" = $1', [linkPrefix]);
  expect((await openPage(app, path)).status).toBe(200);
  expect((await confirm()).status).toBe(303);
  expect(await calls()).toEqual([{ eventId: reference.eventId }]);
});

test('a held booking that is erased while it is confirmed is not made', async () => {
  const { reference, confirm, calls } = await held();
  const erase = 'DELETE FROM "BookingHold" WHERE "workspaceId" = $1 AND "id" = $2';
  const { status } = await during(app, (sql) => sql(erase, [reference.workspaceId, reference.id]), confirm);
  expect(status).not.toBe(303);
  expect(await calls()).toEqual([]);
});
