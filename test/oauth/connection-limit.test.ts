import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import {
  callWith,
  connect,
  exchangeCode,
  newCode,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  type Pair,
  refresh,
} from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { eventsOf } from '../support/webhook-rows.ts';

const start = '2026-03-04T12:00:00.000Z';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  app.clock.set(start);
  ({ owner, session, client } = await ownerWithApp(app));
});

/** The ids of the member's connections, newest first. */
async function ids(): Promise<string[]> {
  const { body } = await app.graphql('{ connections { connections { id } } }', session);
  return body.data.connections.connections.map(({ id }: { id: string }) => id);
}

describe('the eleventh connection of a member with an app', () => {
  const at = (second: number) => app.clock.set(new Date(Date.parse(start) + second * 1000).toISOString());

  async function connectTen(): Promise<Pair[]> {
    const pairs: Pair[] = [];
    for (let second = 0; second < 10; second++) {
      at(second);
      pairs.push(await connect(app, session, client));
    }
    return pairs;
  }

  test('ends the oldest, with its event, and no other', async () => {
    const pairs = await connectTen();
    const before = await ids();
    expect(before).toHaveLength(10);
    at(10);
    const eleventh = await connect(app, session, client);
    const after = await ids();
    expect(after.slice(1)).toEqual(before.slice(0, 9));
    expect(await Promise.all(pairs.map(({ access_token }) => callWith(app, access_token)))).toEqual([
      401,
      ...Array(9).fill(200),
    ]);
    expect(await callWith(app, eleventh.access_token)).toBe(200);
    expect((await refresh(app, client, pairs[0]?.refresh_token ?? '')).body.error).toBe('invalid_grant');
    const events = await eventsOf(app, owner.workspaceId);
    expect(events.map(({ kind, payload }) => [kind, payload.id])).toEqual([['connection.revoked', before[9]]]);
  });

  test('leaves those of other members, other apps and other workspaces alone', async () => {
    await connectTen();
    const colleague = await app.member(owner.workspaceId, 'CLOSER');
    const other = await app.workspace();
    await app.insert('Membership', { workspaceId: other.workspaceId, userId: owner.userId, role: 'CLOSER' });
    await connect(app, await app.session(colleague), client);
    await connect(app, await app.session({ ...other, userId: owner.userId }), client);
    await connect(app, session, await oauthApp(app, owner));
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('ends none before its code is exchanged, and counts none that was revoked', async () => {
    const [first] = await connectTen();
    const [newest] = await ids();
    const code = await newCode(app, session, client);
    expect(await callWith(app, String(first?.access_token))).toBe(200);
    const revocation = 'mutation ($id: String!) { revokeConnection(input: { id: $id }) { id } }';
    expect((await app.graphql(revocation, session, { id: newest })).status).toBe(200);
    expect((await exchangeCode(app, client, code)).status).toBe(200);
    expect(await callWith(app, String(first?.access_token))).toBe(200);
  });

  test('and others at the same time leave ten', async () => {
    const codes = await Promise.all(Array.from({ length: 24 }, () => newCode(app, session, client)));
    const answers = await Promise.all(codes.map((code) => exchangeCode(app, client, code)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ids()).toHaveLength(10);
    const calls = await Promise.all(answers.map(({ body }) => callWith(app, body.access_token)));
    expect(calls.filter((status) => status === 200)).toHaveLength(10);
    expect(await eventsOf(app, owner.workspaceId)).toHaveLength(14);
  });
});
