import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
let owner: Member;
let eventId: number;
let path: string;
const hour = 3_600_000;

beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/draft-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix, status: 'DEACTIVATED' });
  path = `/e/${linkPrefix}`;
});

async function previewUrl(member: Member = owner): Promise<string | null> {
  const { body } = await app.graphql(`{ event(eventId: ${eventId}) { previewUrl } }`, await app.session(member));
  expect(body.errors).toBeUndefined();
  return body.data.event.previewUrl;
}

async function previewPath(): Promise<string> {
  const { pathname, search } = new URL((await previewUrl()) ?? '');
  return pathname + search;
}

const set = (column: string, value: unknown) =>
  app.sql(`UPDATE "Event" SET "${column}" = $1 WHERE "id" = $2`, [value, eventId]);
const stored = async () => {
  const [counts] = await app.sql<{ calls: string; contacts: string }>(
    'SELECT (SELECT count(*) FROM "EventCall" WHERE "workspaceId" = $1) AS "calls", (SELECT count(*) FROM "Contact" WHERE "workspaceId" = $1) AS "contacts"',
    [owner.workspaceId],
  );
  return counts;
};
const nothing = { calls: '0', contacts: '0' };

const dateTime = '2026-03-05T10:00:00.000Z';
const ira = { name: 'Ira Vale', email: 'ira@example.com' };

describe('the preview of a draft', () => {
  test('shows its times and its form, to our own pages alone', async () => {
    expect((await openPage(app, path)).status).toBe(404);
    await app.sql('UPDATE "Workspace" SET "embedOrigins" = $1 WHERE "id" = $2', [
      ['https://a.example'],
      owner.workspaceId,
    ]);
    const preview = await previewPath();
    const times = await openPage(app, preview);
    expect(times.status).toBe(200);
    expect(times.dateTimes).toContain('2026-03-04T13:00Z');
    expect(times.headers.get('content-security-policy')).toContain("frame-ancestors 'self';");
    expect(times.html).toContain('<meta name="robots" content="noindex">');
    expect(times.html).not.toContain('og:url');
    const details = await openPage(app, `${preview}&dateTime=${dateTime}&timeZone=UTC`);
    expect(details.text).toContain('Your details');
    expect(details.text).toContain('This is a preview. Nothing can be booked here.');
    expect(details.html).toContain('<button class="button primary" disabled>Book</button>');
  });

  test('begins with the form of the first open time where the team edits its questions', async () => {
    const preview = await previewPath();
    const details = await openPage(app, `${preview}&step=form&timeZone=UTC`);
    expect(details.text).toContain('Your details');
    expect(details.html).toMatch(/name="dateTime" value="\d{4}-/);
    expect(details.html).not.toContain('name="step"');
  });

  test('books nothing, not even once the event is published, or the preview has expired', async () => {
    const details = await openPage(app, `${await previewPath()}&dateTime=${dateTime}&timeZone=UTC`);
    const form = filledIn(details, ira);
    expect(form.get('dateTime')).toBe(dateTime);
    expect((await openPage(app, path, { form })).status).toBe(404);
    await set('status', 'ACTIVATED');
    expect((await openPage(app, path, { form })).status).toBe(404);
    app.clock.set('2026-03-04T15:00:00.000Z');
    expect((await openPage(app, path, { form })).status).toBe(404);
    expect(await stored()).toEqual(nothing);
    form.delete('preview');
    expect((await openPage(app, path, { form })).status).toBe(303);
  });

  test('whose form comes first goes on to the times, and stores no contact', async () => {
    await set('bookingFlow', 'FORM_FIRST');
    const first = await openPage(app, await previewPath());
    expect(first.html).toContain('<button class="button primary">Continue</button>');
    const times = await openPage(app, path, { form: filledIn(first, ira) });
    expect(times.dateTimes).toContain('2026-03-04T13:00Z');
    const details = await openPage(app, path, { form: filledIn(times, { dateTime }) });
    expect(details.text).toContain('Book');
    expect((await openPage(app, path, { form: details.values })).status).toBe(404);
    expect(await stored()).toEqual(nothing);
  });

  test('ends within two hours, and opens no other event and no changed token', async () => {
    const preview = await previewPath();
    const other = `user-${owner.userId}/draft-${nextSerial()}`;
    await bookableEvent(app, owner, { linkPrefix: other, status: 'DEACTIVATED' });
    const token = new URLSearchParams(preview.slice(preview.indexOf('?'))).get('preview') ?? '';
    const [end = '', signature] = token.split('.');
    const later = `${Number(end) + 24 * hour}.${signature}`;
    for (const address of [`/e/${other}?preview=${token}`, `${path}?preview=${later}`, `${path}?preview=`]) {
      expect((await openPage(app, address)).status, address).toBe(404);
    }
    app.clock.set('2026-03-04T13:59:59.999Z');
    expect((await openPage(app, preview)).status).toBe(200);
    app.clock.set('2026-03-04T14:00:00.000Z');
    expect((await openPage(app, preview)).status).toBe(404);
  });

  test('needs a host', async () => {
    const preview = await previewPath();
    await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [eventId]);
    expect((await openPage(app, preview)).status).toBe(404);
  });

  test('is for owners and admins, and for drafts alone', async () => {
    const [admin, closer] = [
      await app.member(owner.workspaceId, 'ADMIN'),
      await app.member(owner.workspaceId, 'CLOSER'),
    ];
    expect(await previewUrl(admin)).toContain(`${path}?preview=`);
    expect(await previewUrl(closer)).toBeNull();
    await set('status', 'ACTIVATED');
    expect(await previewUrl()).toBeNull();
  });
});
