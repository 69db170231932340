import { expect, test } from 'vitest';
import { type RecordPolicy, recordPolicies } from '#src/domain/principal/policy.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { newRow, placeOf } from '../support/root-fields/place.ts';
import { notFoundOf, type Write, writeAccess, writes } from '../support/root-fields/registry.ts';
import { type Caller, callersOf, owns, type Refusal, type Row, refusal, rowsOf, sees, team } from './records.ts';
import { write } from './roots.ts';

const app = await useApp();

/** What the table says of this write, by this caller, of a record of this owner. */
function expected(each: Write, caller: Caller, target: Row | undefined): Refusal | undefined {
  const refused = refusal(writeAccess(each), caller);
  if (refused || !each.target || !target) return refused;
  if (!sees(each.target, caller, target)) return { code: notFoundOf(each.target) };
  const { ownerOnly = {} }: RecordPolicy = recordPolicies[each.target];
  if (each.change === undefined || owns(each.target, caller.member, target)) return undefined;
  const { roles = [], message } = ownerOnly[each.change] ?? {};
  return roles.includes(caller.role) ? undefined : { code: 'FORBIDDEN', message: message as string };
}

test.each(writes.map((each) => [each.field, each.target ?? 'no record', each] as const))(
  '%s of %s is allowed and refused as the policy table says',
  async (field, _, each) => {
    const people = await team(app);
    const place = await placeOf(app, people.OWNER);
    const stranger = await app.workspace();
    const owners = each.target ? [...Object.values(people), stranger] : [stranger];
    /** Of each owner, a record that no write has changed: those that were refused leave theirs to the next. */
    const unchanged = new Map<Member, Row>();
    for (const caller of await callersOf(app, people, writeAccess(each))) {
      // Without access, even the caller's own record is refused.
      const hasAccess = !refusal(writeAccess(each), caller);
      for (const [position, owner] of (hasAccess ? owners : [caller.member]).entries()) {
        let target: Row | undefined;
        // Each role tries each owner's records by both transports and with both credentials, but not in all four combinations.
        const isEven = (roles.indexOf(caller.role) + position + Number(caller.credential === 'session')) % 2 === 0;
        const transport = isEven ? 'graphql' : 'rest';
        const input = async () => {
          target = each.target && (unchanged.get(owner) ?? (await newRow(app, each.target, owner)));
          return each.input(target ?? {}, place);
        };
        const outcomes = await write(app, caller.token, field, input, hasAccess && each.target ? transport : undefined);
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

test('revokeAllConnections ends the connections with an app that the caller sees, and no others', async () => {
  const people = await team(app);
  const other = await app.workspace();
  const access = recordPolicies.Connection.write;
  for (const caller of await callersOf(app, people, access)) {
    const { clientId } = await newRow(app, 'Connection', people.OWNER);
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
