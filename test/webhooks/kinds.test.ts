import { afterAll, describe, expect, test } from 'vitest';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import { useApp } from '../support/app.ts';
import { mailServer } from '../support/mail-server.ts';
import { documentOf } from '../support/root-fields/documents.ts';
import { eventsOf } from '../support/webhook-rows.ts';
import { mutationCases } from './mutations.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
afterAll(() => mail.close());

/** Kinds that no mutation writes: the clock and the answers of receivers do. */
const ofWorkers = ['call.starting', 'webhook.failing', 'webhook.paused'];

test('every kind is written by a mutation, but those of background work', () => {
  const written = new Set(Object.values(mutationCases).flatMap((cases) => cases.flatMap(({ kinds }) => kinds)));
  expect(allWebhookKinds.filter((kind) => !written.has(kind))).toEqual(ofWorkers);
});

describe.each(Object.entries(mutationCases))('%s', (name, cases) => {
  test.each(
    cases.map((each) => [`${each.about ?? ''} writes ${each.kinds.join(', ') || 'none'}`.trim(), each] as const),
  )('%s', async (_, { kinds, input, isAnonymous, isRepeatable }) => {
    const owner = await app.workspace();
    const session = isAnonymous ? undefined : await app.session(owner);
    const values = await input({ app, owner });
    const stored = async () =>
      (await app.sql('SELECT FROM "WebhookEvent" WHERE "workspaceId" = $1', [owner.workspaceId])).length;
    const before = await stored();
    await call(name, values, session);
    const after = await eventsOf(app, owner.workspaceId, before);
    expect(after.map(({ kind }) => kind)).toEqual(kinds);
    if (!isRepeatable) return;
    await call(name, values, session);
    expect(await stored()).toBe(before + kinds.length);
  });
});

async function call(name: string, input: object | undefined, session: string | undefined) {
  const { document, variables } = documentOf(name, input && { input }, '__typename');
  const { body } = await app.graphql(document, session, variables);
  expect(body.errors).toBeUndefined();
}
