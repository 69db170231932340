import type { PipelinedStatement, StatementRunner } from './statement.ts';

/** Of one statement. */
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
 * Finds the workspaces of credentials. Of each table one statement at a time runs, for all that came meanwhile: anybody can send
 * credentials that nobody knows, and with a statement for each of them a few hundred callers kept the database so busy that true
 * ones were not found within 5 s.
 */
export class CredentialSearch {
  readonly #runner: StatementRunner;
  readonly #waiting = new Map<PipelinedStatement, Search[]>();

  constructor(runner: StatementRunner) {
    this.#runner = runner;
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
