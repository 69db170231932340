import type { Database } from '#src/db/database.ts';
import { writeApiKeyUses, writeConnectionUses, writeSessionUses } from '#src/db/writes/credential-use.ts';
import { sessionIdleMs, sessionTouchMs } from '#src/domain/sessions/session.ts';
import { type Use, UseLog } from './use-log.ts';

const apiKeyTouchMs = 60_000;
const connectionTouchMs = 60_000;

interface ApiKeyRef {
  workspaceId: number;
  id: number;
}

interface ConnectionRef {
  workspaceId: number;
  grantId: string;
}

/** When credentials were last used: noted by the requests, written behind them. One for each process. */
export class LastUsed {
  readonly #apiKeys: UseLog<ApiKeyRef>;
  readonly #sessions: UseLog<Buffer>;
  readonly #connections: UseLog<ConnectionRef>;

  constructor({ cold }: Pick<Database, 'cold'>, onError: (error: unknown) => void = () => undefined) {
    this.#apiKeys = new UseLog({
      intervalMs: apiKeyTouchMs,
      onError,
      write: (uses) => cold.run(writeApiKeyUses, apiKeyValues(uses)),
    });
    this.#sessions = new UseLog({
      intervalMs: sessionTouchMs,
      onError,
      write: (uses) => cold.run(writeSessionUses, sessionValues(uses)),
    });
    this.#connections = new UseLog({
      intervalMs: connectionTouchMs,
      onError,
      write: (uses) => cold.run(writeConnectionUses, connectionValues(uses)),
    });
  }

  apiKey(key: ApiKeyRef & { lastUsedAt: string | null }, at: Date): void {
    this.#apiKeys.note(() => `${key.workspaceId}:${key.id}`, { ref: key, at, lastUsedAt: key.lastUsedAt });
  }

  /** Being used also moves the session's expiry. */
  session(tokenHash: Buffer, lastUsedAt: string | null, at: Date): void {
    this.#sessions.note(() => tokenHash.toString('base64'), { ref: tokenHash, at, lastUsedAt });
  }

  /** Of an app, by any of its access tokens. */
  connection(ref: ConnectionRef & { lastUsedAt: string | null }, at: Date): void {
    this.#connections.note(() => `${ref.workspaceId}:${ref.grantId}`, { ref, at, lastUsedAt: ref.lastUsedAt });
  }

  /** Resolves when all that was noted before is written: call it when no more requests come, and then close the pool. */
  async flush(): Promise<void> {
    await Promise.all([this.#apiKeys.flush(), this.#sessions.flush(), this.#connections.flush()]);
  }
}

function apiKeyValues(uses: Use<ApiKeyRef>[]): unknown[] {
  return [uses.map(({ ref }) => ref.workspaceId), uses.map(({ ref }) => ref.id), instants(uses), apiKeyTouchMs];
}

function sessionValues(uses: Use<Buffer>[]): unknown[] {
  return [uses.map(({ ref }) => ref), instants(uses), sessionTouchMs, sessionIdleMs];
}

function connectionValues(uses: Use<ConnectionRef>[]): unknown[] {
  const [workspaceIds, grantIds] = [uses.map(({ ref }) => ref.workspaceId), uses.map(({ ref }) => ref.grantId)];
  return [workspaceIds, grantIds, instants(uses), connectionTouchMs];
}

function instants(uses: Use<unknown>[]): string[] {
  return uses.map(({ at }) => at.toISOString());
}
