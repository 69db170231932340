import { expect, test } from 'vitest';
import type { RecordType } from '#src/domain/principal/policy.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { newRow, placeOf } from '../support/root-fields/place.ts';
import { mutationFields, mutationSamples, notFoundOf, writes } from '../support/root-fields/registry.ts';
import { freeHour, type MutationSample } from '../support/root-fields/sample.ts';
import { nextSerial } from '../support/serial.ts';
import { joined, recordTypes, storage } from './records.ts';
import { type Outcome, write } from './roots.ts';

// Two people are members of two workspaces and own records in both. What is changed here leaves all there as it was.

const app = await useApp();
const owner = await app.workspace();
const { workspaceId: elsewhere } = await app.workspace();
const ownerThere = await joined(app, owner, elsewhere, 'OWNER');
const sharedApp = `ocl_${'x'.repeat(24)}`;
const sharedEmail = 'both@example.com';
const ends = '2026-04-01T00:00:00.000Z';
const client = { name: 'App', redirectUris: [], grantTypes: '{}', allowedScopes: ['deals:read'], clientType: 'PUBLIC' };
await app.insert('OAuthClient', { ...ownerThere, ...client, clientId: sharedApp });

const { closer, closerThere } = await memberOfBoth();
for (const member of [owner, ownerThere]) await addRecords(member);
for (const workspaceId of [owner.workspaceId, elsewhere]) await app.contact(workspaceId, { email: sharedEmail });
const credentialsOf = async (each: Member) => [await app.session(each), await app.apiKey(each), tokenOf(each)];
const credentialsThere = [await credentialsOf(ownerThere), await credentialsOf(closerThere)].flat();
const session = await app.session(owner);
const place = await placeOf(app, owner);
const tables = await app.sql<{ name: string }>(
  `SELECT c."table_name" AS "name" FROM information_schema.columns c JOIN information_schema.tables t USING ("table_schema", "table_name")
   WHERE "table_schema" = 'public' AND "table_type" = 'BASE TABLE' AND "column_name" = 'workspaceId'`,
);
const rowsText = tables.map(
  ({ name }) => `SELECT '${name}' AS "table", to_jsonb(r)::text AS "row" FROM "${name}" r WHERE "workspaceId" = $1`,
);

/** A closer of this workspace who is an admin of the other, with records in both. */
async function memberOfBoth() {
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const closerThere = await joined(app, closer, elsewhere, 'ADMIN');
  for (const member of [closer, closerThere]) await addRecords(member);
  return { closer, closerThere };
}

/** A record of each type, a session, a connection with an app that people of both workspaces use, and an open invitation. */
async function addRecords(member: Member): Promise<void> {
  const { workspaceId, userId } = member;
  for (const type of recordTypes) if (type !== 'Member') await storage[type].create(app, member);
  await app.session(member);
  await app.call(member, { dateTime: '2041-01-01T00:00:00.000Z' });
  const id = `con_shared-${workspaceId}-${userId}`;
  const scopes = ['deals:read'];
  await app.insert('OAuthGrant', { workspaceId, id, userId, clientId: sharedApp, scopes, expiresAt: ends });
  await app.insert('OAuthToken', {
    workspaceId,
    grantId: id,
    kind: 'ACCESS',
    hash: sha256(tokenOf(member)),
    scopes,
    expiresAt: ends,
  });
  await invitationBy(member, `invited-by-${userId}@example.com`);
}

/** The access token of the app that people of both workspaces use. */
function tokenOf({ workspaceId, userId }: Member): string {
  return `service_at_${`${workspaceId}x${userId}`.padEnd(43, 'x')}`;
}

async function invitationBy({ workspaceId, userId: invitedBy }: Member, email: string): Promise<number> {
  const tokenHash = sha256(`invitation ${nextSerial()}`);
  return (await app.insert('Invitation', { workspaceId, email, role: 'SETTER', invitedBy, tokenHash, expiresAt: ends }))
    .id;
}

/** All rows of the other workspace. */
const rowsThere = () => app.sql(`${rowsText.join(' UNION ALL ')} ORDER BY 1, 2`, [elsewhere]);

/** Runs a mutation from here, by every transport. What its input needs is stored before; from then on nothing changes there. */
async function writeHere(field: string, input: () => object | Promise<object>): Promise<Outcome[]> {
  let before: object[] | undefined;
  const outcomes = await write(app, session, field, async () => {
    if (before) expect(await rowsThere()).toEqual(before);
    const made = await input();
    before = await rowsThere();
    return made;
  });
  expect(await rowsThere()).toEqual(before);
  return outcomes;
}

test.each([
  ['CLOSER', closer],
  ['ADMIN', closerThere],
])('every credential of the person who is %s in its workspace has that role', async (role, member) => {
  for (const credential of await credentialsOf(member)) {
    const { body } = await app.graphql('{ viewer { role workspace { id } } }', credential);
    expect(body.data.viewer).toEqual({ role, workspace: { id: member.workspaceId } });
  }
  await app.context.lastUsed.flush();
});

const expectDone = (outcomes: readonly Outcome[]) =>
  expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => undefined));

const named = writes.map((each) => [each.field, each.target ?? 'no record', each] as const);

test.each(named)('%s of %s here leaves the records of the same people there as they were', async (field, _, each) => {
  const { target, input } = each;
  const inputHere = async () => input(target ? await newRow(app, target, owner) : {}, place);
  const demotion = () => ({ id: closer.userId, role: 'SETTER' });
  expectDone(await writeHere(field, target === 'Member' ? demotion : inputHere));
});

// Members are the same people here and there; an input that names a member means the member here.
const byRecord = named.filter(([, target]) => target !== 'no record' && target !== 'Member');

test.each(byRecord)('%s finds no %s that the same person owns there', async (field, _, { target, input }) => {
  let standsForMember = false;
  const outcomes = await writeHere(field, async () => {
    const made = await input(await newRow(app, target as RecordType, ownerThere), place);
    standsForMember = 'userId' in made;
    return made;
  });
  const code = notFoundOf(target as RecordType);
  for (const outcome of outcomes) expect(outcome.code).toBe(standsForMember ? undefined : code);
});

/** More inputs, and the mutations without a record of the policy table. */
const others: readonly (readonly [field: string, about: string, input: () => object | Promise<object>])[] = [
  ['createContact', 'an address of a contact there', () => ({ email: sharedEmail, tag: `tag ${nextSerial()}` })],
  [
    'createEventCall',
    'an invitee who is a contact there',
    async () => {
      // An earlier test has connected a calendar, of which nothing is known at these hours.
      await app.sql('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "name" = $2', [
        ...[owner.workspaceId, '127.0.0.1'],
      ]);
      return { eventId: place.bookableEventId, dateTime: freeHour(), timeZone: 'UTC', email: sharedEmail };
    },
  ],
  [
    'eraseContact',
    'an address of a contact there',
    async () => {
      const email = `erased-${nextSerial()}@example.com`;
      await app.contact(elsewhere, { email });
      return { id: await app.contact(owner.workspaceId, { email }) };
    },
  ],
  [
    'mergeContacts',
    'an address of a contact there',
    async () => {
      const email = `merged-${nextSerial()}@example.com`;
      await app.contact(elsewhere, { email });
      const contactId = await app.contact(owner.workspaceId);
      return { contactId, mergedContactId: await app.contact(owner.workspaceId, { email }) };
    },
  ],
  [
    'undoMergeContacts',
    'a merge here',
    async () => ({ mergedContactId: await place.mergedInto({ id: await app.contact(owner.workspaceId) }) }),
  ],
  ['revokeAllConnections', 'an app that is connected there', () => ({ clientId: sharedApp })],
  [
    'createInvitation',
    'who is invited there',
    () => ({ email: `invited-by-${owner.userId}@example.com`, role: 'ADMIN' }),
  ],
  [
    'revokeInvitation',
    'who invites there',
    async () => ({ id: await invitationBy(owner, `${nextSerial()}@example.com`) }),
  ],
  ['updateWorkspace', 'the settings', () => ({ keepsUnbookedLeads: false })],
  ['removeUser', 'a member of both', async () => ({ ...(await leaver()), cancelCalls: true })],
  [
    'removeUser',
    'a member of both, whose records another one takes over',
    async () => ({ ...(await leaver()), cancelCalls: true, transferTo: owner.userId }),
  ],
];

const leaver = async () => ({ id: (await memberOfBoth()).closer.userId });

test.each(others)('%s of %s leaves all there as it was', async (field, _, input) => {
  expectDone(await writeHere(field, input));
});

test('every mutation is tried here but those about a person in all workspaces, and those of invitees', () => {
  const known = [...writes, ...others.map(([field]) => ({ field }))].map(({ field }) => field);
  const isElsewhere = (name: string, sample: MutationSample | undefined) =>
    // Mails of the second one go to the caller alone; a server of these tests sends none.
    ['createPasswordResetLink', 'sendTestMail'].includes(name) ||
    (sample &&
      'who' in sample &&
      (sample.who === 'every caller' || (typeof sample.who === 'object' && 'person' in sample.who)));
  const untried = Object.keys(mutationFields).filter((name) => !known.includes(name));
  expect(untried.filter((name) => !isElsewhere(name, mutationSamples[name]))).toEqual([]);
});

test('the credentials there are as good as before', async () => {
  for (const credential of credentialsThere) expect((await app.get('/v1/deals', credential)).status).toBe(200);
});
