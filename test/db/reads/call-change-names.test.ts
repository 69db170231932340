import { expect, test } from 'vitest';
import { readChangeNames } from '#src/db/reads/call-change-names.ts';
import { factories } from '../../support/factories.ts';
import { useServices } from '../../support/service-context.ts';

const services = await useServices();
const made = factories(services.context);

test('the names of members and API keys of another workspace are not read', async () => {
  const [own, other] = [await services.workspace(), await services.workspace()];
  await made.apiKey(other);
  const [key] = await made.sql<{ id: number }>('SELECT "id" FROM "ApiKey" WHERE "workspaceId" = $1', [
    other.workspaceId,
  ]);
  const keyId = key?.id ?? 0;
  const ids = { memberIds: [own.userId, other.userId], apiKeyIds: [keyId], clientIds: [] };
  const names = await readChangeNames(services.context.db, { workspaceId: own.workspaceId, ...ids });
  expect([...names.members.keys()]).toEqual([own.userId]);
  expect(names.apiKeys.get(keyId)).toBeUndefined();
  const theirs = await readChangeNames(services.context.db, { workspaceId: other.workspaceId, ...ids });
  expect(theirs.apiKeys.get(keyId)).toBe('Test');
});
