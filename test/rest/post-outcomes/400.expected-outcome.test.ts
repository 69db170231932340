import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const path = '/v1/outcomes';

/** A call of a closer, and what its host and an admin send. */
async function callOfTwo() {
  const { workspaceId } = await app.workspace();
  const member = async (role: 'ADMIN' | 'CLOSER', firstName: string, lastName: string) => {
    const { userId } = await app.member(workspaceId, role, { firstName, lastName });
    return { workspaceId, userId };
  };
  const [closer, admin] = [await member('CLOSER', 'Ada', 'Hart'), await member('ADMIN', 'Dana', 'Miles')];
  const [closerKey, adminKey] = [await app.apiKey(closer), await app.apiKey(admin)];
  const eventCallId = await app.call(closer, {});
  const setBy = (key: string) => (body: object) => sendJson(app, ['POST', path], { eventCallId, ...body }, { key });
  const stored = async () =>
    (await app.sql('SELECT "outcome", "notes" FROM "EventCall" WHERE "id" = $1', [eventCallId]))[0];
  return { eventCallId, byCloser: setBy(closerKey), byAdmin: setBy(adminKey), stored };
}

const refusal = (message: string) => ({
  fieldErrors: { outcome: [message] },
  errors: [{ path: 'outcome', code: 'conflict', message }],
});

describe('with the outcome that the caller expects', () => {
  test('an outcome that somebody else has set stays, and the answer names both', async () => {
    const { byCloser, byAdmin, stored } = await callOfTwo();
    expect((await byAdmin({ outcome: 'WON', expectedOutcome: null })).status).toBe(201);
    const { status, body } = await byCloser({
      ...{ outcome: 'NO_SALE', noSaleReason: 'BAD_FIT', notes: 'Mine', expectedOutcome: null },
    });
    expect(status).toBe(400);
    const message = 'Meanwhile Dana Miles has set the outcome WON: send expectedOutcome WON to replace it';
    expect(body.message.details).toMatchObject(refusal(message));
    expect(await stored()).toEqual({ outcome: 'WON', notes: null });
    const replaced = await byCloser({ outcome: 'NO_SALE', noSaleReason: 'BAD_FIT', expectedOutcome: 'WON' });
    expect(replaced.status).toBe(200);
    expect(await stored()).toMatchObject({ outcome: 'NO_SALE' });
  });

  test('an outcome that somebody else has taken back is not taken for set', async () => {
    const { byCloser, byAdmin, stored } = await callOfTwo();
    await byCloser({ outcome: 'WON' });
    await byAdmin({ outcome: null });
    const { body } = await byCloser({ outcome: 'NO_SALE', noSaleReason: 'OTHER', expectedOutcome: 'WON' });
    const message = 'Meanwhile Dana Miles has taken the outcome back: send expectedOutcome null to replace it';
    expect(body.message.details).toMatchObject(refusal(message));
    expect(await stored()).toMatchObject({ outcome: null });
  });

  test('a request whose answer was lost can be repeated', async () => {
    const { byCloser } = await callOfTwo();
    expect((await byCloser({ outcome: 'WON', expectedOutcome: null })).status).toBe(201);
    expect((await byCloser({ outcome: 'WON', expectedOutcome: null })).status).toBe(200);
  });

  test('of two at once, one sets it, and the other reads who did', async () => {
    const { eventCallId, byCloser, byAdmin } = await callOfTwo();
    const answers = await during(
      app,
      (sql) => sql('SELECT FROM "EventCall" WHERE "id" = $1 FOR UPDATE', [eventCallId]),
      () =>
        Promise.all([
          byCloser({ outcome: 'WON', expectedOutcome: null }),
          byAdmin({ outcome: 'NO_SALE', noSaleReason: 'OTHER', expectedOutcome: null }),
        ]),
      2,
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    const winner =
      answers[0]?.status === 201 ? 'Ada Hart has set the outcome WON' : 'Dana Miles has set the outcome NO_SALE';
    expect(refused?.body.message.details.errors[0].message).toContain(winner);
  });

  test('without it, the request replaces whatever is there', async () => {
    const { byCloser, byAdmin, stored } = await callOfTwo();
    await byAdmin({ outcome: 'WON' });
    expect((await byCloser({ outcome: 'NO_SALE', noSaleReason: 'OTHER' })).status).toBe(200);
    expect(await stored()).toMatchObject({ outcome: 'NO_SALE' });
  });
});
