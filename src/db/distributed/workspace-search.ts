import { LRUCache } from 'lru-cache';
import type { PipelinedStatement, StatementRunner } from '../statement.ts';

/** Of one statement. */
const maxHashes = 1000;

/** Some 200 bytes each. */
const maxRemembered = 50_000;

interface Search {
  readonly hash: Buffer;
  readonly resolve: (workspaceId: number | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface FoundHash {
  readonly hash: Buffer;
  readonly workspaceId: number;
}

/**
 * Finds the workspaces of credentials, and remembers where each was last found: a hint, since a session may have moved. A
 * search asks every worker, so one statement at a time runs for each table, for all that came meanwhile: anybody can send
 * credentials that nobody knows, and with a statement for each of them a few hundred callers kept the coordinator so busy
 * that true ones were not found within 5 s.
 */
export class WorkspaceSearch {
  readonly #runner: StatementRunner;
  readonly #waiting = new Map<PipelinedStatement, Search[]>();
  readonly #remembered = new LRUCache<string, number>({ max: maxRemembered });

  constructor(runner: StatementRunner) {
    this.#runner = runner;
  }

  remembered(hash: Buffer): number | undefined {
    return this.#remembered.get(keyOf(hash));
  }

  /** Undefined: it is in no workspace. */
  remember(hash: Buffer, workspaceId: number | undefined): void {
    if (workspaceId === undefined) this.#remembered.delete(keyOf(hash));
    else this.#remembered.set(keyOf(hash), workspaceId);
  }

  /** The search begins after the call, so it finds what was committed before. `statement` takes hashes. */
  find(statement: PipelinedStatement, hash: Buffer): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const search = { hash, resolve, reject };
      const waiting = this.#waiting.get(statement);
      if (waiting) {
        waiting.push(search);
        return;
      }
      this.#waiting.set(statement, [search]);
      void this.#run(statement);
    });
  }

  async #run(statement: PipelinedStatement): Promise<void> {
    for (;;) {
      const searches = this.#waiting.get(statement)?.splice(0, maxHashes) ?? [];
      if (searches.length === 0) break;
      await this.#answer(statement, searches);
    }
    this.#waiting.delete(statement);
  }

  async #answer(statement: PipelinedStatement, searches: readonly Search[]): Promise<void> {
    try {
      const rows = await this.#runner.run<FoundHash>(statement, [searches.map(({ hash }) => hash)]);
      const found = new Map(rows.map(({ hash, workspaceId }) => [keyOf(hash), workspaceId]));
      for (const { hash, resolve } of searches) resolve(found.get(keyOf(hash)));
    } catch (error) {
      for (const { reject } of searches) reject(error);
    }
  }
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}
