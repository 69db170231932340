import { LRUCache } from 'lru-cache';
import pg, { type QueryConfig } from 'pg';
import { PipelinedQuery, type Sending } from '../pipelined-query.ts';

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/** The plan of a page takes up to 700 KB of a session's memory in PostgreSQL. */
const maxStatements = 100;
/** With fewer uses, preparing a statement for one workspace costs more than it saves. */
const usesBeforePreparing = 3;
const maxCounted = 1000;
/** A plan that was used within this time is not evicted. */
const idleMs = 60_000;

interface OwnStatement {
  readonly text: string;
  usedAtMs: number;
}

/**
 * Citus caches the plan of a prepared statement over several tables only if the workspace id is part of its text. It replans
 * any other for each execution, which takes several times as long as the execution. So this client of the driver prepares
 * frequent statements separately for each workspace.
 */
export function planKeepingClient(Client: ClientClass = pg.Client): ClientClass {
  return class extends Client {
    readonly #uses = new LRUCache<string, number>({ max: maxCounted });
    /** Ordered from the least to the most recently used. */
    readonly #statements = new Map<string, OwnStatement>();

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver are passed on.
    override query(...[first, ...rest]: any[]): any {
      const prepared = isPrepared(first) && isOfWorkspace(first.text) ? this.#prepared(first) : first;
      return super.query(first instanceof PipelinedQuery ? Object.assign(first, prepared) : prepared, ...rest);
    }

    #prepared(query: PreparedQuery): QueryConfig {
      const { name, text, values } = query;
      const [workspaceId, ...others] = values;
      if (typeof workspaceId !== 'number') return query;
      const ownName = `${name}.${workspaceId}`;
      const own = this.#statementOf(ownName) ?? this.#addStatement(ownName, text, workspaceId);
      if (!own) return query;
      const changes = { name: ownName, text: own.text, values: others };
      return query instanceof PipelinedQuery ? changes : { ...query, ...changes };
    }

    #statementOf(name: string): OwnStatement | undefined {
      const own = this.#statements.get(name);
      if (!own) return undefined;
      this.#statements.delete(name);
      this.#statements.set(name, own);
      own.usedAtMs = performance.now();
      return own;
    }

    #addStatement(name: string, text: string, workspaceId: number): OwnStatement | undefined {
      const uses = (this.#uses.get(name) ?? 0) + 1;
      this.#uses.set(name, uses);
      if (uses < usesBeforePreparing || !this.#hasRoom()) return undefined;
      const own = { text: textFor(text, workspaceId), usedAtMs: performance.now() };
      this.#statements.set(name, own);
      return own;
    }

    #hasRoom(): boolean {
      const [oldest] = this.#statements;
      if (this.#statements.size < maxStatements || !oldest) return true;
      const [name, { usedAtMs }] = oldest;
      if (performance.now() - usedAtMs < idleMs) return false;
      this.#statements.delete(name);
      this.#uses.delete(name);
      this.#forget(name);
      return true;
    }

    #forget(name: string): void {
      delete (this.connection as unknown as Sending).parsedStatements[name];
      super.query(closing(name));
    }
  };
}

/**
 * Closes a prepared statement by the protocol's Close message instead of DEALLOCATE: it fails neither in a failed transaction,
 * nor behind a pooler, where the session knows the statement by another name.
 */
function closing(name: string): pg.Query {
  const query = new pg.Query('');
  query.submit = (connection) => {
    const sending = connection as unknown as Sending;
    sending.close({ type: 'S', name });
    sending.sync();
  };
  // If the session is lost, its statements are lost too.
  query.on('error', () => undefined);
  return query;
}

type PreparedQuery = QueryConfig & { readonly name: string; readonly values: readonly unknown[] };

function isPrepared(query: unknown): query is PreparedQuery {
  if (typeof query !== 'object' || query === null) return false;
  if ('submit' in query && !(query instanceof PipelinedQuery)) return false;
  const { name, values } = query as QueryConfig;
  return name !== undefined && Array.isArray(values);
}

const ofWorkspace = new LRUCache<string, boolean>({ max: 2000 });

/** Returns true if the first parameter of a statement is the workspace. */
export function isOfWorkspace(text: string): boolean {
  const known = ofWorkspace.get(text);
  if (known !== undefined) return known;
  const found = /"workspaceId" = \$1\b/.test(text);
  ofWorkspace.set(text, found);
  return found;
}

/** Inlines the workspace id into the text, and renumbers the other parameters. */
function textFor(text: string, workspaceId: number): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) =>
    place === '1' ? String(workspaceId) : `$${Number(place) - 1}`,
  );
}
