import { afterAll } from 'vitest';
import { connectDatabase } from '#src/db/open.ts';
import { createWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import type { AccountContext } from '#src/services/accounts/context.ts';
import { BackgroundWork } from '#src/services/background-work.ts';
import type { CredentialContext } from '#src/services/credentials.ts';
import { LastUsedBuffer } from '#src/services/last-used-buffer.ts';
import { createWorkspace } from '#src/services/workspaces.ts';
import { auditKeys } from './audit-keys.ts';
import { migratedDatabase } from './scratch-database.ts';

/** A clock that only a test advances. */
interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
}

export interface TestServices {
  context: CredentialContext & Pick<AccountContext, 'auditKeys' | 'background'>;
  clock: TestClock;
  url: string;
  /** The names of the statements that were run through `pipelined` and `pooled`, in their order. */
  statements: string[];
  /** A workspace of a new owner. */
  workspace(): Promise<{ workspaceId: number; userId: number; email: string }>;
  close(): Promise<void>;
}

export const password = 'correct horse battery';

let lastAddress = 0;

/** An e-mail address, and so a username, that no other test of this file has. */
export function newEmail(): string {
  lastAddress += 1;
  return `person${lastAddress}@example.com`;
}

/** `testServices` for a test file, which close after its tests. */
export async function useServices(): Promise<TestServices> {
  const services = await testServices();
  afterAll(() => services.close());
  return services;
}

/** The context of use cases, over a new migrated database. */
export async function testServices(): Promise<TestServices> {
  const { url, drop } = await migratedDatabase();
  const statements: string[] = [];
  const { database, close } = await connectDatabase({
    databaseUrl: url,
    dataDir: '',
    role: 'command',
    onStatement: (name) => statements.push(name),
  });
  const clock = testClock();
  const background = new BackgroundWork((error) => {
    throw error;
  });
  const lastUsed = new LastUsedBuffer(database);
  const context = { db: database, clock, lastUsed, closedDemos: undefined, auditKeys, background };
  return {
    context,
    clock,
    url,
    statements,
    workspace: () => newWorkspace(context),
    close: async () => {
      await background.settled();
      await context.lastUsed.flush();
      await close();
      await drop();
    },
  };
}

async function newWorkspace(context: TestServices['context']) {
  const email = newEmail();
  const input = { name: 'Acme', ownerEmail: email, ownerPassword: password };
  return { ...(await createWorkspace(context, createWorkspaceInput.parse(input))), email };
}

function testClock(): TestClock {
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
