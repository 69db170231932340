import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();
let owner: Member;

beforeEach(async () => {
  owner = await app.workspace();
  await created('2026-03-01T12:00:00Z');
});

const created = (at: string) =>
  app.sql('UPDATE "Workspace" SET "createdAt" = $1 WHERE "id" = $2', [at, owner.workspaceId]);

async function ask(member: Member = owner) {
  const query = '{ setupSteps { hasHours hasCalendar hasPublishedEvent hasBooking hasColleague hasLogo } }';
  return (await app.graphql(query, await app.session(member))).body;
}

async function steps(member?: Member) {
  const { data, errors } = await ask(member);
  expect(errors).toBeUndefined();
  return data.setupSteps;
}

const none = {
  hasHours: false,
  hasCalendar: false,
  hasPublishedEvent: false,
  hasBooking: false,
  hasColleague: false,
  hasLogo: false,
};

describe('setupSteps', () => {
  test('tick themselves, each by what it names', async () => {
    const { workspaceId, userId } = owner;
    expect(await steps()).toEqual(none);
    await app.schedule(owner, { hours: {} });
    expect(await steps()).toEqual(none);
    const eventId = await bookableEvent(app, owner, { status: 'DEACTIVATED' });
    expect(await steps()).toEqual({ ...none, hasHours: true });
    await app.sql(`UPDATE "Event" SET "status" = 'ACTIVATED' WHERE "id" = $1`, [eventId]);
    await app.call(owner, { eventId, dateTime: '2026-03-05T10:00:00Z' });
    expect(await steps()).toEqual({ ...none, hasHours: true, hasPublishedEvent: true, hasBooking: true });
    await app.insert('Picture', { workspaceId, userId, type: 'image/png', content: Buffer.from('x'), version: 'v' });
    expect(await steps()).toMatchObject({ hasLogo: false });
    await app.insert('Picture', { workspaceId, userId: 0, type: 'image/png', content: Buffer.from('x'), version: 'v' });
    await app.insert('CalendarConnection', {
      ...{ workspaceId, userId, kind: 'ICS', name: 'x', secret: Buffer.from('x') },
      ...{ readableUntil: '2026-03-04T13:00:00Z', nextReadAt: '2026-03-04T13:00:00Z' },
    });
    await app.member(workspaceId, 'CLOSER');
    expect(await steps()).toEqual(Object.fromEntries(Object.keys(none).map((name) => [name, true])));
  });

  test('see an open invitation as a colleague, and neither one who left nor the calendar of another', async () => {
    const { workspaceId } = owner;
    const admin = await app.member(workspaceId, 'ADMIN');
    await app.insert('CalendarConnection', {
      ...{ ...admin, kind: 'ICS', name: 'x', secret: Buffer.from('x') },
      ...{ readableUntil: '2026-03-04T13:00:00Z', nextReadAt: '2026-03-04T13:00:00Z' },
    });
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "userId" = $1', [admin.userId]);
    expect(await steps()).toEqual(none);
    const invitation = {
      workspaceId,
      email: 'new@example.com',
      role: 'CLOSER',
      tokenHash: Buffer.from('x'),
      invitedBy: 1,
    };
    await app.insert('Invitation', { ...invitation, expiresAt: '2026-03-04T11:59:59Z' });
    expect(await steps()).toEqual(none);
    await app.sql('UPDATE "Invitation" SET "expiresAt" = $1 WHERE "workspaceId" = $2', [
      '2026-03-05T00:00:00Z',
      workspaceId,
    ]);
    expect(await steps()).toEqual({ ...none, hasColleague: true });
  });

  test('are null in a workspace older than 30 days, and in a demo', async () => {
    await created('2026-02-02T12:00:00.001Z');
    expect(await steps()).toEqual(none);
    await created('2026-02-02T12:00:00Z');
    expect(await steps()).toBeNull();
    await created('2026-03-01T12:00:00Z');
    await app.sql('UPDATE "Workspace" SET "isDemo" = true WHERE "id" = $1', [owner.workspaceId]);
    expect(await steps()).toBeNull();
  });

  test('are null for who has hidden them, and for nobody else', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const hide = 'mutation { saveView(input: { list: "/setup", name: "Hidden", search: "" }) { id } }';
    expect((await app.graphql(hide, await app.session(owner))).body.errors).toBeUndefined();
    expect(await steps()).toBeNull();
    expect(await steps(admin)).toMatchObject({ hasColleague: true });
  });

  test('are for sessions of owners and admins', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    expect((await ask(closer)).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
