import type pg from 'pg';
import { SharedAnswers } from '#src/lib/shared-answers.ts';
import type { Database } from './database.ts';
import { SearchCache } from './search-cache.ts';
import { onClient, queryConfig } from './statement.ts';

/**
 * Returns the database within the transaction that is open on `client`: statements see its writes. Operations that would use
 * another connection throw, so that nothing leaves the transaction unnoticed.
 */
export function within(client: pg.ClientBase): Database {
  return {
    ...onClient(client),
    write: (work) => work(client),
    writeOne: (statement, values) => client.query(queryConfig(statement, [...values])),
    snapshot: () => refuse('snapshot'),
    // This transaction may roll back, so its results are neither cached for nor shared with others.
    get searches() {
      return new SearchCache();
    },
    get sharedAnswers() {
      return new SharedAnswers();
    },
    pools: () => refuse('pools'),
    close: () => refuse('close'),
    get prisma() {
      return refuse('prisma');
    },
    get pool() {
      return refuse('pool');
    },
    get admin() {
      return refuse('admin');
    },
    get credentialSearch() {
      return refuse('credentialSearch');
    },
    get credentialFinder() {
      return refuse('credentialFinder');
    },
    get webhookWork() {
      return refuse('webhookWork');
    },
  };
}

function refuse(name: keyof Database): never {
  throw new Error(`db.${name} is outside of the transaction that is open: write through db.write, read through db.run`);
}
