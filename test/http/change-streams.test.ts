import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import { bearer, send, testApp, useApp } from '../support/app.ts';
import { openStream, pageHeaders, type ReadStream } from '../support/change-streams.ts';
import { endsWithin } from '../support/ends-within.ts';

const app = await useApp();
const otherNode = await testApp({ databaseUrl: app.databaseUrl });
afterAll(() => otherNode.close());

/** A member with a session and a stream, and a key that writes in the same workspace. */
async function watching() {
  const owner = await app.workspace();
  const [session, key] = [await app.session(owner), await app.apiKey(owner)];
  return { owner, session, key, stream: await openStream(app, session) };
}

let contacts = 0;
async function createContact(node: typeof app, key: string): Promise<void> {
  contacts += 1;
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  const body = JSON.stringify({ email: `contact-${contacts}@example.com` });
  expect((await send(`${node.url}/v1/contacts`, { method: 'POST', headers, body })).status).toBe(201);
}

const refusal = async (headers: Record<string, string>, init: RequestInit = {}) => {
  const { status, body } = await app.request('/changes', { headers, ...init });
  return [status, body.code];
};

async function endOf(stream: ReadStream): Promise<boolean> {
  return endsWithin(20_000, stream.ended);
}

describe('a stream of changes', () => {
  test('names what this process changes, and nothing else of it', async () => {
    const { key, stream } = await watching();
    await createContact(app, key);
    await stream.named('contact');
    expect(stream.messages).toEqual([{ changed: ['contact'] }]);
    await stream.close();
  });

  test('names what another process changes', async () => {
    const { key, stream } = await watching();
    await createContact(otherNode, key);
    await stream.named('contact');
    await stream.close();
  });

  test('names nothing of other workspaces', async () => {
    const { key, stream } = await watching();
    const other = await watching();
    await createContact(app, other.key);
    await other.stream.named('contact');
    await app.request('/v1/contacts', { headers: bearer(key) });
    expect(stream.messages).toEqual([]);
    await Promise.all([stream.close(), other.stream.close()]);
  });

  test('leaves out what the role may not read', async () => {
    const { owner, session, key } = await watching();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const ofOwner = await openStream(app, session);
    const ofCloser = await openStream(app, await app.session(closer));
    await app.context.db.write((client) =>
      recordEvent(client, owner.workspaceId, { kind: 'webhook.paused', data: { id: 1 } }),
    );
    await ofOwner.named('webhook');
    await createContact(app, key);
    await ofCloser.named('contact');
    expect(ofCloser.messages).toEqual([{ changed: ['contact'] }]);
    await Promise.all([ofOwner.close(), ofCloser.close()]);
  });

  test('begins with what changed since its page was read', async () => {
    const { session, key, stream } = await watching();
    await createContact(app, key);
    await stream.named('contact');
    const later = await openStream(app, session, { age: 30 });
    await later.named('contact');
    const fresh = await openStream(app, session);
    await createContact(app, key);
    await fresh.named('contact');
    expect(fresh.messages).toHaveLength(1);
    await Promise.all([stream, later, fresh].map((each) => each.close()));
  });

  test('has headers against proxies that buffer, store or compress', async () => {
    const { stream } = await watching();
    const { headers } = stream.response;
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(headers.get('content-encoding')).toBeNull();
    await stream.close();
  });

  test('has a comment at least every 15 seconds, for proxies that end a silent response', async () => {
    const { session } = await watching();
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    const sent = Object.entries(pageHeaders(session)).map(([name, value]) => `${name}: ${value}`);
    socket.write(`GET /changes HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\n${sent.join('\r\n')}\r\n\r\n`);
    await expect.poll(() => text, { timeout: 30_000 }).toContain(': alive');
    socket.destroy();
  });
});

describe('a stream is refused', () => {
  test('without the cookie, its header or a living session', async () => {
    const { owner, key, stream } = await watching();
    const session = await app.session(owner);
    expect(await refusal({})).toEqual([401, 'MISSING_API_KEY']);
    expect(await refusal({ cookie: `session=${session}` })).toEqual([401, 'MISSING_API_KEY']);
    expect(await refusal({ ...pageHeaders(session), 'sec-fetch-site': 'cross-site' })).toEqual([
      401,
      'MISSING_API_KEY',
    ]);
    expect(await refusal(bearer(key))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(bearer(session))).toEqual([403, 'FORBIDDEN']);
    await app.sql('DELETE FROM "Session" WHERE "userId" = $1', [owner.userId]);
    expect(await refusal(pageHeaders(session))).toEqual([401, 'MISSING_API_KEY']);
    await stream.close();
  });

  test('to a page of another workspace', async () => {
    const { owner, session, stream } = await watching();
    const headers = { ...pageHeaders(session), 'x-slotline-workspace': String(owner.workspaceId + 1) };
    expect(await refusal(headers)).toEqual([409, 'WORKSPACE_CHANGED']);
    await stream.close();
  });

  test('beyond the limit of the pages of a person', async () => {
    const session = await app.session(await app.workspace({ rateLimitPoints: 1 }));
    const open = async () => {
      const { status, headers, body } = await fetch(`${app.url}/changes`, { headers: pageHeaders(session) });
      await body?.cancel();
      return [status, headers.get('ratelimit-remaining')];
    };
    for (let opened = 1; opened <= 100; opened++) expect(await open()).toEqual([200, String(100 - opened)]);
    expect(await open()).toEqual([429, '0']);
  });
});

describe('a stream ends', () => {
  test('when its session ends', async () => {
    const { owner, stream } = await watching();
    await app.sql('DELETE FROM "Session" WHERE "userId" = $1', [owner.userId]);
    expect(await endOf(stream)).toBe(true);
  });

  test('when its session is switched to another workspace', async () => {
    const { owner, session, stream } = await watching();
    const other = await app.workspace();
    await app.insert('Membership', { workspaceId: other.workspaceId, userId: owner.userId, role: 'OWNER' });
    const switching = `mutation { switchWorkspace(input: { workspaceId: ${other.workspaceId} }) { id } }`;
    expect((await app.graphql(switching, session)).body.errors).toBeUndefined();
    expect(await endOf(stream)).toBe(true);
  });

  test.each([
    ['the member has another role', `"role" = 'CLOSER'`],
    ['the membership ends', '"removedAt" = now()'],
  ])('when %s', async (_name, change) => {
    const { owner, stream } = await watching();
    await app.sql(`UPDATE "Membership" SET ${change} WHERE "userId" = $1`, [owner.userId]);
    expect(await endOf(stream)).toBe(true);
  });

  test('when its session opens more than a browser has connections, the oldest first', async () => {
    const { session, stream } = await watching();
    const others = [];
    for (let count = 0; count < 4; count++) others.push(await openStream(app, session));
    expect(await endOf(stream)).toBe(true);
    expect(stream.messages).toEqual([{ ended: 'replaced' }]);
    expect(others.flatMap(({ messages }) => messages)).toEqual([]);
    await Promise.all(others.map((each) => each.close()));
  });

  test('at once when the process is about to end, and no other begins', async () => {
    const draining = await testApp({ databaseUrl: app.databaseUrl });
    const { session, stream } = await watching();
    const open = await openStream(draining, session);
    const drained = draining.drain.begin(60_000);
    expect(await endsWithin(1000, open.ended)).toBe(true);
    const answer = await fetch(`${draining.url}/changes`, { headers: pageHeaders(session) });
    expect(answer.status).toBe(503);
    draining.drain.end();
    await drained;
    await draining.close();
    await stream.close();
  });
});
