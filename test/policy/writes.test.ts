import { expect, test } from 'vitest';
import { type Access, type RecordPolicy, recordPolicies } from '#src/domain/principal/policy.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { useApp } from '../support/app.ts';
import { bookableEvent, openEventOf } from '../support/bookable-events.ts';
import { customField } from '../support/custom-fields.ts';
import type { Member } from '../support/factories.ts';
import { leadEvent } from '../support/lead-forms.ts';
import { notification } from '../support/notifications.ts';
import { scheduleOverride } from '../support/schedules.ts';
import {
  type Caller,
  callersOf,
  owns,
  type Refusal,
  type Row,
  refusal,
  rowsOf,
  sees,
  storage,
  team,
} from './records.ts';
import { mutationFields, withoutRecords, write, writes } from './roots.ts';

const app = await useApp();

type Write = (typeof writes)[number];

test('every mutation of the schema is tried here', () => {
  const known = [...writes.map(({ field }) => field), 'revokeAllConnections', ...withoutRecords];
  expect(Object.keys(mutationFields).filter((name) => !known.includes(name))).toEqual([]);
  expect(writes.filter(({ field }) => !mutationFields[field])).toEqual([]);
});

/** A new record of this member; the newest row of its table. */
async function newRecord(type: NonNullable<Write['target']>, owner: Member): Promise<Row> {
  const { create, table } = storage[type];
  await create(app, owner);
  const [row] = await app.sql<Row>(
    `SELECT * FROM "${table}" WHERE "workspaceId" = $1 AND "userId" = $2 ORDER BY ${table === 'OAuthGrant' ? 'ctid' : '"id"'} DESC LIMIT 1`,
    [owner.workspaceId, owner.userId],
  );
  if (!row) throw new Error(`No ${type} of user ${owner.userId} was stored`);
  return row;
}

function writeAccess({ record, access: entry = 'write' }: Write): Access {
  const { [entry]: access }: RecordPolicy = recordPolicies[record];
  if (!access) throw new Error(`${record} has no access for writes`);
  return access;
}

/** What the table says of this write, by this caller, of a record of this owner. */
function expected(each: Write, caller: Caller, target: Row | undefined): Refusal | undefined {
  const refused = refusal(writeAccess(each), caller);
  if (refused || !each.target || !target) return refused;
  if (!sees(each.target, caller, target)) return { code: each.target === 'Event' ? 'EVENT_NOT_FOUND' : 'NOT_FOUND' };
  const { ownerOnly = {} }: RecordPolicy = recordPolicies[each.target];
  if (each.change === undefined || owns(each.target, caller.member, target)) return undefined;
  const { roles = [], message } = ownerOnly[each.change] ?? {};
  return roles.includes(caller.role) ? undefined : { code: 'FORBIDDEN', message: message as string };
}

test.each(writes.map((each) => [each.field, each.target ?? 'no record', each] as const))(
  '%s of %s is allowed and refused as the policy table says',
  async (field, _, each) => {
    const people = await team(app);
    const { workspaceId } = people.OWNER;
    const opened = new Set<unknown>();
    const place = {
      contactFieldId: await customField(app, workspaceId, { identifier: 'note' }),
      callFieldId: await customField(app, workspaceId, { identifier: 'note', type: 'CALL' }),
      linkPrefix: (await leadEvent(app, people.OWNER)).linkPrefix,
      contactId: await app.contact(workspaceId),
      bookableEventId: await bookableEvent(app, people.OWNER),
      open: async (call: Row) => {
        if (!opened.has(call.id)) await openEventOf(app, call);
        opened.add(call.id);
      },
      hostId: people.OWNER.userId,
      notificationOf: async (call: Row) => (await notification(app, call)).id,
      overrideOf: ({ id, workspaceId }: Row) => scheduleOverride(app, { workspaceId: Number(workspaceId) }, Number(id)),
    };
    await app.schedule(people.OWNER, { isDefault: true });
    const stranger = await app.workspace();
    const owners = each.target ? [...Object.values(people), stranger] : [stranger];
    /** Of each owner, a record that no write has changed: those that were refused leave theirs to the next. */
    const unchanged = new Map<Member, Row>();
    for (const caller of await callersOf(app, people, writeAccess(each))) {
      // Without access, even the caller's own record is refused.
      const hasAccess = !refusal(writeAccess(each), caller);
      for (const [position, owner] of (hasAccess ? owners : [caller.member]).entries()) {
        let target: Row | undefined;
        // Each role comes to the records of each owner by both doors and with both credentials, but not with both by both.
        const isEven = (roles.indexOf(caller.role) + position + Number(caller.credential === 'session')) % 2 === 0;
        const door = isEven ? 'graphql' : 'rest';
        const input = async () => {
          target = each.target && (unchanged.get(owner) ?? (await recordOf(each, owner)));
          return each.input(target ?? {}, place);
        };
        const outcomes = await write(app, caller.token, field, input, hasAccess && each.target ? door : undefined);
        const refused = expected(each, caller, target);
        const where = `${caller.credential} of ${caller.role}, record of user ${owner.userId}`;
        for (const { status, code, message } of outcomes) {
          expect([where, status < 300 ? undefined : code]).toEqual([where, refused?.code]);
          if (refused?.message) expect(message).toBe(refused.message);
        }
        if (refused && target) unchanged.set(owner, target);
        else unchanged.delete(owner);
      }
    }
  },
);

/** Records of these types name no member. */
const withoutMember: readonly (Write['target'] | undefined)[] = ['CustomField', 'Event', 'Webhook', 'WebhookDelivery'];

/** The record that the input names; a member is the record itself. */
async function recordOf({ target }: Write, owner: Member): Promise<Row | undefined> {
  const { workspaceId, userId } = owner;
  if (target === 'Member') return { id: userId, workspaceId };
  if (!target || !withoutMember.includes(target)) return target && newRecord(target, owner);
  return { id: await storage[target].create(app, owner), workspaceId };
}

test('revokeAllConnections ends the connections with an app that the caller sees, and no others', async () => {
  const people = await team(app);
  const other = await app.workspace();
  const access = recordPolicies.Connection.write;
  for (const caller of await callersOf(app, people, access)) {
    const { clientId } = await newRecord('Connection', people.OWNER);
    for (const [position, { workspaceId, userId }] of [...Object.values(people), other].entries()) {
      const row = { workspaceId, userId, clientId, scopes: [], expiresAt: '2026-04-01T00:00:00Z' };
      await app.insert('OAuthGrant', { id: `con_${clientId}-${position}`, ...row });
    }
    const outcomes = await write(app, caller.token, 'revokeAllConnections', async () => ({ clientId }));
    const refused = refusal(access, caller);
    for (const { code } of outcomes) expect(code).toBe(refused?.code);
    const rows = (await rowsOf(app, 'Connection')).filter((row) => row.clientId === clientId);
    const ended = rows.filter(({ revokedAt }) => revokedAt !== null);
    expect(ended).toEqual(refused ? [] : rows.filter((row) => sees('Connection', caller, row)));
  }
});
