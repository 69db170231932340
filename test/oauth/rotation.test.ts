import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { callWith, connect, type OAuthApp, ownerWithApp, type Pair, refresh, revoke } from '../support/oauth.ts';
import { connections } from '../support/oauth-rows.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { trials } from '../support/trials.ts';

const start = '2026-03-04T12:00:00.000Z';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  app.clock.set(start);
  ({ owner, session, client } = await ownerWithApp(app));
});

const waitUntil = (ms: number) => app.clock.set(new Date(Date.parse(start) + ms).toISOString());
const connected = () => connect(app, session, client);

async function next(token: string): Promise<Pair> {
  const { status, body } = await refresh(app, client, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

/** A token that was used comes again: from then on nothing of the connection is good. */
async function replay({ refresh_token }: Pair, pairs: Pair[]): Promise<void> {
  for (const { access_token } of pairs) expect(await callWith(app, access_token)).toBe(200);
  expect(await refresh(app, client, refresh_token)).toMatchObject(invalidGrant);
  for (const each of pairs) {
    expect(await callWith(app, each.access_token)).toBe(401);
    expect(await refresh(app, client, each.refresh_token)).toMatchObject(invalidGrant);
  }
}

describe('refreshes at once', () => {
  test('all get the same pair, which lives, in many trials of 50', async () => {
    const tokens = await connections(app, owner, client, trials(50));
    for (const token of tokens) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(app, client, token)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const pair: Pair = answers[0]?.body;
      expect(await callWith(app, pair.access_token)).toBe(200);
      await next(pair.refresh_token);
    }
  });

  test('with different scopes get one refresh token, and each the access token that it requested', async () => {
    const { refresh_token } = await connected();
    const answers = await Promise.all(
      ['contacts:read', 'eventCalls:read'].map((scope) => refresh(app, client, refresh_token, { scope })),
    );
    expect(answers.map(({ body }) => body.scope)).toEqual(['contacts:read', 'eventCalls:read']);
    expect(answers[0]?.body.refresh_token).toBe(answers[1]?.body.refresh_token);
    const statuses = await Promise.all(answers.map(({ body }) => callWith(app, body.access_token)));
    expect(statuses).toEqual([403, 200]);
    expect((await refresh(app, client, answers[0]?.body.refresh_token)).body.scope).toBe(
      'contacts:read eventCalls:read',
    );
  });
});

describe('a refresh whose answer was lost', () => {
  test('is answered with the same pair for 30 seconds, and its access token is good for the hour that is said', async () => {
    const { refresh_token } = await connected();
    const first = await next(refresh_token);
    for (const ms of [10_000, 30_000]) {
      waitUntil(ms);
      expect(await next(refresh_token)).toEqual(first);
    }
    waitUntil(30_000 + 3_599_999);
    expect(await callWith(app, first.access_token)).toBe(200);
    waitUntil(30_000 + 3_600_000);
    expect(await callWith(app, first.access_token)).toBe(401);
  });

  test('ends the connection when it is repeated later', async () => {
    const first = await connected();
    const second = await next(first.refresh_token);
    waitUntil(30_001);
    await replay(first, [first, second]);
  });

  test('ends the connection when the answer was not lost, for its refresh token has been used', async () => {
    const first = await connected();
    const second = await next(first.refresh_token);
    waitUntil(1_000);
    const third = await next(second.refresh_token);
    waitUntil(2_000);
    await replay(first, [first, second, third]);
  });

  test('ends the connection when it is an ancestor further back', async () => {
    const first = await connected();
    let latest = first;
    for (let generation = 1; generation <= 3; generation++) {
      waitUntil(generation * 60_000);
      latest = await next(latest.refresh_token);
    }
    await replay(first, [latest]);
  });

  test('leaves other connections of the app alone', async () => {
    const [first, other] = [await connected(), await connected()];
    await next(first.refresh_token);
    waitUntil(31_000);
    await replay(first, [first]);
    expect(await callWith(app, other.access_token)).toBe(200);
    await next(other.refresh_token);
  });
});

describe('a revocation', () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  /** One begins a little after the other, so that they meet at every stage. */
  async function race(token: string, trial: number): Promise<Answer> {
    const isRefreshFirst = trial % 2 === 0;
    const refreshing = turns(isRefreshFirst ? 0 : trial % 13).then(() => refresh(app, client, token));
    await turns(isRefreshFirst ? trial % 12 : 0);
    expect((await revoke(app, client, token)).status).toBe(200);
    return refreshing;
  }

  test('wins against a refresh in flight, in many trials', async () => {
    const tokens = await connections(app, owner, client, trials(1_000));
    const seen = { answered: 0, refused: 0 };
    for (let from = 0; from < tokens.length; from += 10) {
      const racing = tokens.slice(from, from + 10).map(async (token, place) => {
        const { status, body } = await race(token, from + place);
        if (status !== 200) {
          seen.refused += 1;
          expect(body.error).toBe('invalid_grant');
          return;
        }
        seen.answered += 1;
        expect(await callWith(app, body.access_token)).toBe(401);
      });
      await Promise.all(racing);
    }
    expect(Math.min(seen.answered, seen.refused)).toBeGreaterThan(0);
    const alive = await app.sql('SELECT FROM "OAuthGrant" WHERE "clientId" = $1 AND "revokedAt" IS NULL', [
      client.clientId,
    ]);
    expect(alive).toEqual([]);
  });
});
