import { beforeEach, describe, expect, test } from 'vitest';
import { announceStartingCalls } from '#src/services/event-calls/starting-calls.ts';
import { useApp } from '../support/app.ts';
import { callFacts, storeCalls } from '../support/call-store.ts';
import type { Member } from '../support/factories.ts';
import { sendJson } from '../support/lists.ts';
import { eventsOf } from '../support/webhook-rows.ts';

let owner: Member;
const app = await useApp();
const second = await useApp({ databaseUrl: app.databaseUrl });
beforeEach(async () => {
  app.clock.set(at(0));
  second.clock.set(at(0));
  owner = await subscriber();
});

/** Minutes after noon. */
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 4, 12, minutes)).toISOString();

const endpoint = ({ workspaceId }: Member, row: object = {}) =>
  app.insert('Webhook', {
    ...{ workspaceId, url: 'https://a.test/', kinds: ['call.starting'], secret: Buffer.from('x') },
    ...row,
  });

/** The owner of a workspace with an endpoint for starting calls. */
async function subscriber(row: object = {}): Promise<Member> {
  const member = await app.workspace();
  await endpoint(member, row);
  return member;
}

const call = (minutes: number, draft: object = {}, host = owner) =>
  app.call(host, { dateTime: at(minutes), duration: 1, ...draft });
const announced = async ({ workspaceId } = owner) =>
  (await eventsOf(app, workspaceId)).filter(({ kind }) => kind === 'call.starting').map(({ payload }) => payload.id);
const announce = () => announceStartingCalls(app.context);

describe('call.starting', () => {
  test('is written for calls of the next 15 minutes, once, with the call as /v1 returns it', async () => {
    const now = await call(0);
    const [soon, last, later] = [await call(1), await call(15), await call(16)];
    await announce();
    expect(await announced()).toEqual([soon, last]);
    const [event] = await eventsOf(app, owner.workspaceId);
    const { body } = await app.get(`/v1/eventCalls?ids=${soon}`, await app.apiKey(owner));
    expect(event).toEqual({ kind: 'call.starting', payload: body.data.eventCalls[0] });
    await announce();
    expect(await announced()).toEqual([soon, last]);
    app.clock.set(at(1));
    await announce();
    expect(await announced()).toEqual([soon, last, later]);
    expect(await announced()).not.toContain(now);
  });

  test('is not written for a cancelled call', async () => {
    await call(5, { status: 'CANCELLED' });
    await announce();
    expect(await announced()).toEqual([]);
  });

  test('is written again for a call that is moved, and not again for a time that it had before', async () => {
    const id = await call(5);
    const move = (minutes: number) =>
      app.writeCalls(
        owner.workspaceId,
        `UPDATE "EventCall" SET "dateTime" = $2, "endTime" = $2::timestamptz + interval '1 minute' WHERE "id" = $1`,
        [id, at(minutes)],
      );
    await announce();
    await move(10);
    await announce();
    expect(await announced()).toEqual([id, id]);
    await move(5);
    await announce();
    expect(await announced()).toEqual([id, id]);
  });

  test('is written where an endpoint chooses it, also one that is paused', async () => {
    const others = await subscriber({ kinds: ['call.booked'] });
    const paused = await subscriber({ status: 'PAUSED' });
    const [theirs, pausedCall] = [await call(5, {}, others), await call(5, {}, paused)];
    await announce();
    expect([await announced(others), await announced(paused)]).toEqual([[], [pausedCall]]);
    const isDispatched = await app.sql('SELECT "isDispatched" FROM "WebhookEvent" WHERE "workspaceId" = $1', [
      paused.workspaceId,
    ]);
    expect(isDispatched).toEqual([{ isDispatched: false }]);
    // An endpoint that is added meanwhile gets what is still to come.
    await endpoint(others);
    await announce();
    expect(await announced(others)).toEqual([theirs]);
  });

  test('is written once by two nodes at once, also where a call is cancelled meanwhile', async () => {
    const host = await app.member(owner.workspaceId, 'CLOSER');
    const calls = [await call(5), await call(5, {}, host)];
    const key = await app.apiKey(owner);
    const cancelled = await call(10, {}, await app.member(owner.workspaceId, 'CLOSER'));
    const [, , answer] = await Promise.all([
      ...[app, second].map(({ context }) => announceStartingCalls(context)),
      sendJson(app, ['PUT', '/v1/eventCalls/cancel'], { id: cancelled }, { key }),
    ]);
    expect(answer).toMatchObject({ status: 200 });
    const events = await eventsOf(app, owner.workspaceId);
    const ids = await announced();
    expect(ids.filter((id) => id !== cancelled).sort()).toEqual(calls.sort());
    const ofCancelled = events.filter(({ payload }) => payload.id === cancelled).map(({ kind }) => kind);
    expect([['call.cancelled'], ['call.starting', 'call.cancelled']]).toContainEqual(ofCancelled);
  });

  test('more calls than one transaction announces are all announced', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const eventId = await app.event(owner);
    const { rowCount } = await app.context.db.pool.query(
      `INSERT INTO "User" ("email", "username", "firstName", "lastName")
       SELECT 'many-' || n || '@example.com', 'many-' || n, 'A', 'B' FROM generate_series(1, 1001) n`,
    );
    expect(rowCount).toBe(1001);
    await app.sql(
      `INSERT INTO "Membership" ("workspaceId", "userId", "role")
       SELECT $1, "id", 'CLOSER' FROM "User" WHERE "username" LIKE 'many-%'`,
      [owner.workspaceId],
    );
    const many = await app.sql<{ id: number }>(`SELECT "id" FROM "User" WHERE "username" LIKE 'many-%'`);
    const calls = many.map(({ id: userId }) => callFacts({ eventId, contactId, userId, dateTime: at(7) }));
    await storeCalls(app, owner.workspaceId, calls);
    await announce();
    const ids = await announced();
    expect([ids.length, new Set(ids).size]).toEqual([1001, 1001]);
  });

  test('an aborted run announces nothing more, and the next one goes on', async () => {
    const id = await call(5);
    await announceStartingCalls(app.context, AbortSignal.abort());
    expect(await announced()).toEqual([]);
    await announce();
    expect(await announced()).toEqual([id]);
  });

  test('a workspace whose events cannot be written does not keep others from theirs', async () => {
    const broken = await app.workspace();
    await endpoint(broken);
    await app.sql(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW."workspaceId" = ${owner.workspaceId} THEN RAISE 'the disk is full'; END IF; RETURN NEW; END $$`,
    );
    await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON "WebhookEvent" FOR EACH ROW EXECUTE FUNCTION refuse()');
    const [mine, theirs] = [await call(5), await call(5, {}, broken)];
    await expect(announce()).rejects.toThrow('the disk is full');
    await app.sql('DROP TRIGGER refuse ON "WebhookEvent"');
    expect([await announced(), await announced(broken)]).toEqual([[], [theirs]]);
    await announce();
    expect([await announced(), await announced(broken)]).toEqual([[mine], [theirs]]);
  });
});
