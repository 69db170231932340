import type { PipelinedStatement, StatementRunner } from './statement.ts';

/** The maximum number of hashes in one statement. */
const maxHashes = 1000;

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
 * Finds the workspaces of credentials. For each table, one statement runs at a time and covers all lookups that arrived
 * meanwhile. Anybody can send unknown credentials: with one statement for each, a few hundred callers kept the database so busy
 * that valid credentials were not found within 5 s.
 */
export class CredentialSearch {
  readonly #runner: StatementRunner;
  readonly #waiting = new Map<PipelinedStatement, Search[]>();

  constructor(runner: StatementRunner) {
    this.#runner = runner;
  }

  /** The search starts after the call, so it finds everything committed before. `statement` takes hashes. */
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
