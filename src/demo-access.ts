import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { authenticate } from './access/authenticate.ts';
import { createApiKeyInput } from './domain/api-keys/api-key.ts';
import type { CredentialContext } from './services/access/resolve-credential.ts';
import { createApiKey } from './services/api-keys/create-api-key.ts';
import { createDemoWorkspace } from './services/demo/create-demo-workspace.ts';
import { demoOwner } from './services/demo/demo-owner.ts';

/** How to get into the demo workspace. */
export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/** Makes the demo workspace the first time; finds its key again, or makes another one, each time after. */
export async function demoAccess(context: CredentialContext, dataDir: string): Promise<DemoAccess | undefined> {
  const made = await createDemoWorkspace(context);
  const key = made ? await keepKey(dataDir, made.key) : await findKey(context, dataDir);
  return key === undefined ? undefined : { ...demoOwner, key };
}

async function findKey(context: CredentialContext, dataDir: string): Promise<string | undefined> {
  const kept = await readFile(keyFile(dataDir), 'utf8').catch(() => '');
  if (kept !== '' && (await works(context, kept.trim()))) return kept.trim();
  const workspace = await context.db.prisma.workspace.findFirst({
    where: { isDemo: true },
    select: { id: true, memberships: { where: { role: 'OWNER' }, select: { userId: true }, take: 1 } },
  });
  const userId = workspace?.memberships[0]?.userId;
  if (!workspace || userId === undefined) return undefined;
  const input = createApiKeyInput.parse({ workspaceId: workspace.id, userId, name: 'Demo' });
  return keepKey(dataDir, (await createApiKey(context, input)).key);
}

function works(context: CredentialContext, key: string): Promise<boolean> {
  return authenticate(context, key).then(
    () => true,
    () => false,
  );
}

/** Only hashes are in the database; the demo's key is kept beside it, for its owner's eyes, so that it can be shown again. */
async function keepKey(dataDir: string, key: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(keyFile(dataDir), `${key}\n`, { mode: 0o600 });
  return key;
}

function keyFile(dataDir: string): string {
  return path.join(dataDir, 'demo-api-key');
}
