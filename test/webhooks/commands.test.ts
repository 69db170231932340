import { expect, test } from 'vitest';
import { commands } from '#src/cli/commands.ts';
import type { WebhookKind } from '#src/domain/webhooks/kinds.ts';
import { useApp } from '../support/app.ts';
import { json } from '../support/cli.ts';
import type { Member } from '../support/factories.ts';
import { oauthApp } from '../support/oauth.ts';
import { connections } from '../support/oauth-rows.ts';
import { eventsOf } from '../support/webhook-rows.ts';
import { webhook } from '../support/webhooks.ts';

const app = await useApp();

interface Written {
  readonly kinds: readonly WebhookKind[];
  /** Stores what the command changes in the workspace of this owner, and returns its options. */
  readonly options: (owner: Member) => Promise<string[]>;
}

const newWorkspace = 'nobody can have an endpoint in a workspace that is new';
const credentials = 'a credential is no record that webhooks report';
const people = 'members are no records that webhooks report';
const reads = 'it changes nothing of a workspace';
const whole = 'it works on the database as a whole: rows with their events, or rollups, and no record changes';

/** Every command of the operator: the events that it writes, or why it writes none. */
const written: Readonly<Record<string, Written | string>> = {
  'user remove': {
    kinds: ['call.rescheduled', 'contact.updated', 'connection.revoked'],
    options: async ({ workspaceId }) => {
      const leaver = await app.member(workspaceId, 'ADMIN');
      const other = await app.member(workspaceId, 'CLOSER');
      const contactId = await app.contact(workspaceId);
      await app.sql('UPDATE "Contact" SET "userId" = $2 WHERE "id" = $1', [contactId, leaver.userId]);
      await app.call(leaver, { contactId, dateTime: '2099-01-01T09:00:00.000Z' });
      await connections(app, leaver, await oauthApp(app, leaver), 1);
      const [workspace, user, transferTo] = [workspaceId, leaver.userId, other.userId].map(String);
      return ['--workspace', `${workspace}`, '--user', `${user}`, '--transfer-to', `${transferTo}`];
    },
  },
  'client reject': {
    kinds: ['connection.revoked', 'connection.revoked'],
    options: async (owner) => {
      const client = await oauthApp(app, await app.workspace());
      await connections(app, owner, client, 2);
      return ['--client-id', client.clientId];
    },
  },
  'client approve': 'only the end of connections is reported',
  'audit verify': reads,
  'client list': reads,
  'workspace create': newWorkspace,
  seed: newWorkspace,
  'demo remove': 'the webhooks of the demo are deleted with it',
  'workspace set': 'the settings of a workspace are no record that webhooks report',
  'workspace list': reads,
  'user add': people,
  'user list': reads,
  'user set-role': people,
  'user set-password': credentials,
  'key create': credentials,
  'key list': reads,
  'key revoke': credentials,
  'session create': credentials,
  'webhook send': 'it sends examples, which are no events of a workspace',
  migrate: whole,
  'database adopt-draft': whole,
  distribute: whole,
  'rollups check': reads,
  'rollups rebuild': whole,
  'secrets rotate': 'it encrypts secrets anew, which no event shows',
  backup: reads,
  doctor: reads,
  'time-zones write': reads,
  restore: whole,
  worker: 'what it does by itself is that of the server, which has tests of its own',
};

test('every command says which events it writes, or why it writes none', () => {
  expect(Object.keys(written).sort()).toEqual(commands.map(({ name }) => name).sort());
});

const writers = Object.entries(written).flatMap(([name, each]) =>
  typeof each === 'string' ? [] : [[name, each] as const],
);

test.each(writers)('%s writes its events, for the endpoints that choose them', async (name, { kinds, options }) => {
  const owner = await app.workspace();
  await webhook(app, owner, { kinds: ['connection.revoked'] });
  await json([...name.split(' '), ...(await options(owner))], { DATABASE_URL: app.databaseUrl });
  expect((await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind)).toEqual(kinds);
  const waiting = await app.sql<{ kind: string }>(
    'SELECT "kind" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND NOT "isDispatched"',
    [owner.workspaceId],
  );
  expect(waiting.map(({ kind }) => kind)).toEqual(kinds.filter((kind) => kind === 'connection.revoked'));
});
