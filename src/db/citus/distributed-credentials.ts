import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CredentialSearch } from '../credential-search.ts';
import type { CredentialFinder, CredentialStatements } from '../reads/credential-lookup.ts';
import type { StatementRunner } from '../statement.ts';

/** All nodes commit a session's move within this time. */
const moveMs = 100;

/** Each entry takes some 200 bytes. */
const maxRemembered = 50_000;

/**
 * Looks a credential up in the workspace where it was last found, which is a hint. If it is not there any more, because it
 * ended or a session moved, all nodes are searched.
 */
export class DistributedCredentials implements CredentialFinder {
  readonly #search: CredentialSearch;
  readonly #workspaces = new LRUCache<string, number>({ max: maxRemembered });

  constructor(search: CredentialSearch) {
    this.#search = search;
  }

  async find<Row extends { readonly workspaceId: number }>(
    runner: StatementRunner,
    { workspaces, inWorkspace, mayMove }: CredentialStatements,
    [hash, ...others]: readonly [hash: Buffer, ...others: unknown[]],
  ): Promise<Row | undefined> {
    const key = hash.toString('latin1');
    const remembered = this.#workspaces.get(key);
    let isSeen = remembered !== undefined;
    const findIn = async (workspaceId: number) =>
      (await runner.run<Row>(inWorkspace, [workspaceId, hash, ...others]))[0];
    const search = async () => {
      const workspaceId = await this.#search.find(workspaces, hash);
      isSeen ||= workspaceId !== undefined;
      return workspaceId === undefined ? undefined : findIn(workspaceId);
    };
    let row = remembered === undefined ? undefined : await findIn(remembered);
    row ??= await search();
    if (!row && mayMove && isSeen) {
      // The nodes commit a move one after the other: a search in between may find the credential on neither.
      await pause(moveMs);
      row = await search();
    }
    if (row) this.#workspaces.set(key, row.workspaceId);
    else this.#workspaces.delete(key);
    return row;
  }
}
