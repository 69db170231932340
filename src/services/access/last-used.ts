import type { Database } from '#src/db/database.ts';
import { writeApiKeyUses, writeSessionUses } from '#src/db/writes/credential-use.ts';
import { sessionIdleMs, sessionTouchMs } from '#src/domain/sessions/session.ts';
import { type Use, UseLog } from './use-log.ts';

const apiKeyTouchMs = 60_000;

interface ApiKeyRef {
  workspaceId: number;
  id: number;
}

/** When credentials were last used: noted by the requests, written behind them. One for each process. */
export class LastUsed {
  readonly #apiKeys: UseLog<ApiKeyRef>;
  readonly #sessions: UseLog<Buffer>;

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
  }

  apiKey(key: ApiKeyRef & { lastUsedAt: string | null }, at: Date): void {
    this.#apiKeys.note(() => `${key.workspaceId}:${key.id}`, { ref: key, at, lastUsedAt: key.lastUsedAt });
  }

  /** Being used also moves the session's expiry. */
  session(tokenHash: Buffer, lastUsedAt: string | null, at: Date): void {
    this.#sessions.note(() => tokenHash.toString('base64'), { ref: tokenHash, at, lastUsedAt });
  }

  /** Resolves when all that was noted before is written: call it when no more requests come, and then close the pool. */
  async flush(): Promise<void> {
    await Promise.all([this.#apiKeys.flush(), this.#sessions.flush()]);
  }
}

function apiKeyValues(uses: Use<ApiKeyRef>[]): unknown[] {
  return [uses.map(({ ref }) => ref.workspaceId), uses.map(({ ref }) => ref.id), instants(uses), apiKeyTouchMs];
}

function sessionValues(uses: Use<Buffer>[]): unknown[] {
  return [uses.map(({ ref }) => ref), instants(uses), sessionTouchMs, sessionIdleMs];
}

function instants(uses: Use<unknown>[]): string[] {
  return uses.map(({ at }) => at.toISOString());
}
