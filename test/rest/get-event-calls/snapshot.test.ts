import { beforeEach, expect, test } from 'vitest';
import { compactRollups } from '#src/db/writes/rollup-maintenance.ts';
import { useApp } from '../../support/app.ts';
import { type CallFacts, callFacts, storeCalls, type Team, team } from '../../support/call-store.ts';

let people: Team;
let key: string;
const app = await useApp();
beforeEach(async () => {
  people = await team(app);
  key = await app.apiKey(people.owner);
});

function facts(): CallFacts {
  return callFacts({
    eventId: people.eventIds[0] as number,
    contactId: people.contactIds[0] as number,
    userId: people.owner.userId,
    status: 'CANCELLED',
    inviteeEmail: 'ira@example.com',
  });
}

/** Inserts and deletes or changes calls in pairs, each pair in one statement, and compacts the rollups now and then. */
async function write(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const pair = await storeCalls(app, people.workspaceId, [facts(), facts()]);
    if (round % 3 === 0) await compactRollups(app.context.db.pool, people.workspaceId);
    const ids = pair.map(({ id }) => id);
    const change = round % 2 === 0 ? 'DELETE FROM "EventCall"' : `UPDATE "EventCall" SET "outcome" = 'WON'`;
    await app.writeCalls(people.workspaceId, `${change} WHERE "id" = ANY($1)`, [ids]);
  }
}

test.each([
  ['the whole list', ''],
  ['a list of one closer', () => `userIds=${people.owner.userId}`],
  ['a list by an outcome', 'outcomes=WON'],
  ['a list by the clock', 'eventType=PAST'],
  ['a search', 'search=ira'],
  ['a list by two filters', 'callTypes=STRATEGY_EVENT&types=cancelled_events'],
  ['a list by e-mail', 'inviteeEmails=ira@example.com'],
])('page and count of %s are of one moment while calls are written', async (_, filter) => {
  const query = typeof filter === 'string' ? filter : filter();
  let isWriting = true;
  const writing = write(20).finally(() => {
    isWriting = false;
  });
  const read = async () => {
    while (isWriting) {
      const { body } = await app.get(`/v1/eventCalls?limit=100&${query}`, key);
      const { count, eventCalls } = body.data;
      expect({ half: count % 2, page: eventCalls.length }).toEqual({ half: 0, page: count });
    }
  };
  await Promise.all([writing, read(), read()]);
  const { body } = await app.get(`/v1/eventCalls?limit=100&${query}`, key);
  expect([body.data.count, body.data.eventCalls.length]).toEqual([20, 20]);
});
