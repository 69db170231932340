import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { notification } from '../support/notifications.ts';
import { freeHour } from '../support/root-fields/sample.ts';

const app = await useApp();

/** The id of a mail about a new call of this host. */
async function mailOf(host: Member, { call = {}, ...changes }: { readonly call?: object; status?: string } = {}) {
  const callId = await app.call(host, { dateTime: freeHour(), ...call });
  const [row] = await app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "id" = $1', [callId]);
  return { callId, id: (await notification(app, row ?? {}, changes)).id };
}

async function list(key: string, args: object = {}) {
  const { body } = await app.graphql(
    `query ($status: [NotificationStatus!], $eventCallId: Int, $contactId: Int, $limit: Int, $cursor: String) {
      notifications(status: $status, eventCallId: $eventCallId, contactId: $contactId, limit: $limit, cursor: $cursor) {
        count nextCursor notifications { id status attempts lastError eventCall { id } }
      }
    }`,
    key,
    args,
  );
  return body;
}

const idsIn = (body: Awaited<ReturnType<typeof list>>): number[] =>
  body.data.notifications.notifications.map(({ id }: { id: number }) => id);

test('owners list the mails about all calls, newest first, closers and setters those about their own', async () => {
  const owner = await app.workspace();
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const setter = await app.member(owner.workspaceId, 'SETTER');
  const first = await mailOf(owner, { call: { setterId: setter.userId } });
  const second = await mailOf(closer);
  await mailOf(await app.workspace());
  const body = await list(await app.apiKey(owner));
  expect(body.data.notifications).toEqual({
    count: 2,
    nextCursor: null,
    notifications: [second, first].map(({ id, callId }) => ({
      ...{ id, status: 'FAILED', attempts: 6, lastError: 'No such user' },
      eventCall: { id: callId },
    })),
  });
  expect(idsIn(await list(await app.apiKey(closer)))).toEqual([second.id]);
  expect(idsIn(await list(await app.apiKey(setter)))).toEqual([first.id]);
  const refused = await list(await app.apiKey(owner, { scopes: ['contacts:read'] }));
  expect(refused.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
});

test('mails are found by their status, their call and the contact of that', async () => {
  const owner = await app.workspace();
  const contactId = await app.contact(owner.workspaceId);
  const key = await app.apiKey(owner);
  const sent = await mailOf(owner, { status: 'SENT', call: { contactId } });
  const failed = await mailOf(owner);
  const waiting = await mailOf(owner, { status: 'WAITING' });
  expect(idsIn(await list(key, { status: ['FAILED'] }))).toEqual([failed.id]);
  expect(idsIn(await list(key, { status: ['SENT', 'WAITING'] }))).toEqual([waiting.id, sent.id]);
  expect(idsIn(await list(key, { eventCallId: failed.callId }))).toEqual([failed.id]);
  expect(idsIn(await list(key, { contactId }))).toEqual([sent.id]);
  expect(idsIn(await list(key, { contactId, status: ['FAILED'] }))).toEqual([]);
  const elsewhere = await mailOf(await app.workspace());
  expect(idsIn(await list(key, { eventCallId: elsewhere.callId }))).toEqual([]);
  const empty = await list(key, { status: [] });
  expect(empty.errors[0].extensions.details.fieldErrors.status).toEqual(['Must have at least one value']);
});

test('a walk by cursor keeps the filter', async () => {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const ids: number[] = [];
  for (const status of ['FAILED', 'SENT', 'FAILED', 'FAILED']) {
    const { id } = await mailOf(owner, { status });
    if (status === 'FAILED') ids.unshift(id);
  }
  const first = await list(key, { status: ['FAILED'], limit: 2, cursor: 'start' });
  expect([idsIn(first), first.data.notifications.count]).toEqual([ids.slice(0, 2), 3]);
  const { nextCursor: cursor } = first.data.notifications;
  const second = await list(key, { limit: 2, cursor });
  expect([idsIn(second), second.data.notifications]).toEqual([
    ids.slice(2),
    expect.objectContaining({ count: 3, nextCursor: null }),
  ]);
});
