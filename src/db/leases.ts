import type { Database } from './database.ts';
import { preparedStatement } from './statement.ts';

/** A row of a queue that a worker holds until its lease ends. */
interface LeasedRow {
  readonly workspaceId: number;
  readonly id: number | string;
}

type Column<Leased extends LeasedRow> = Exclude<keyof Leased, 'workspaceId'> & string;

interface LeaseTable<Leased extends LeasedRow> {
  /** The prefix of the names of the statements. */
  readonly name: string;
  readonly table: string;
  /** Joins to the table, whose alias is `r`. `workspaceId` is SQL for the workspace id. */
  readonly joins?: (workspaceId: string) => string;
  /** The condition of the rows that are due at $1. */
  readonly due: string;
  /** Another condition on the rows of workspace $2 that this worker may lease. It may use a value, as $4. */
  readonly ready?: string;
  /** The column that says since when a row is due. */
  readonly order: string;
  readonly leasedUntil?: string;
  /**
   * The fencing token. Each lease of a row has a different token, so that a worker whose lease has ended changes nothing. A
   * lease adds 1 to it, unless it is `leasedUntil` itself.
   */
  readonly token?: Column<Leased>;
  /** An additional assignment when a row is leased. */
  readonly assignment?: string;
  /** Columns that a lease returns beside the id and the token. */
  readonly returning: readonly Column<Leased>[];
  readonly leaseMs: number;
}

type Lease<Leased> = (
  db: Pick<Database, 'writeOne'>,
  workspaceId: number,
  now: Date,
  ...ready: unknown[]
) => Promise<Leased | undefined>;

/** Returns false if the row was deleted, the lease has ended, or another lease has begun. */
type WhileLeased<Leased> = (
  db: Pick<Database, 'writeOne'>,
  leased: Leased,
  ...values: readonly unknown[]
) => Promise<boolean>;

interface LeaseQueue<Leased> {
  /** Returns the workspaces that have a row to lease, longest wait first. */
  readonly workspaces: (db: Pick<Database, 'run'>, now: Date) => Promise<number[]>;
  /** Leases the row of a workspace that has been due longest. The last value is that of `ready`. */
  readonly lease: Lease<Leased>;
  /** Leases a free row that meets the condition, whether or not it is due and ready. */
  leaseWhere(name: string, condition: string): Lease<Leased>;
  readonly renew: (db: Pick<Database, 'writeOne'>, leased: Leased, now: Date) => Promise<boolean>;
  /** Ends a lease and makes these assignments, whose values start at $4. */
  end(name: string, ...assignments: string[]): WhileLeased<Leased>;
  /** Runs an UPDATE or DELETE, given without its WHERE, on a leased row. Its values start at $4. */
  whileLeased(name: string, statement: string): WhileLeased<Leased>;
}

/**
 * Builds the statements of a table whose rows are leased to one worker at a time. Due rows are searched in all workspaces at
 * once. Leases and changes name the workspace, because Citus locks rows of one workspace only. All instants are by the clock of
 * the caller, which is the database's.
 *
 * A statement may run twice if a session is lost: a row that was leased to nobody waits until its lease ends, and a statement
 * that ends a lease finds nothing the second time.
 */
export function leaseTable<Leased extends LeasedRow>({
  name,
  table,
  joins = () => '',
  due,
  ready = 'true',
  order,
  leasedUntil = 'leasedUntil',
  token = 'leases' as Column<Leased>,
  assignment,
  returning,
  leaseMs,
}: LeaseTable<Leased>): LeaseQueue<Leased> {
  const prepared = (statement: string, text: string) => preparedStatement(`${name}.${statement}`, text);
  const columns = ['id', token, ...returning].map((column) => `"${column}"`).join(', ');
  const isFree = `(r."${leasedUntil}" IS NULL OR r."${leasedUntil}" < $1)`;
  const isLeased = `"workspaceId" = $1 AND "id" = $2 AND "${token}" = $3 AND "${leasedUntil}" IS NOT NULL`;
  const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs);

  const workspaces = prepared(
    'workspaces',
    `SELECT r."workspaceId" FROM "${table}" r ${joins('r."workspaceId"')} WHERE ${due} AND ${isFree}
     GROUP BY r."workspaceId" ORDER BY min(r."${order}"), r."workspaceId" LIMIT 500`,
  );

  const leaseWhere = (statement: string, condition: string): Lease<Leased> => {
    const count = token === leasedUntil ? [] : [`"${token}" = "${token}" + 1`];
    const lease = prepared(
      statement,
      `UPDATE "${table}" SET ${[...count, `"${leasedUntil}" = $3`, ...(assignment ? [assignment] : [])].join(', ')}
       WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
         SELECT r."id" FROM "${table}" r ${joins('$2')} WHERE r."workspaceId" = $2 AND ${isFree} AND (${condition})
         ORDER BY r."${order}", r."id" LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED))
       RETURNING ${columns}`,
    );
    return async ({ writeOne }, workspaceId, now, ...values) => {
      const [row] = (await writeOne<Leased>(lease, [now, workspaceId, leaseEnd(now), ...values])).rows;
      return row && { ...row, workspaceId };
    };
  };

  const whileLeased = (statement: string, text: string): WhileLeased<Leased> => {
    const change = prepared(statement, `${text} WHERE ${isLeased}`);
    return async ({ writeOne }, leased, ...values) =>
      (await writeOne(change, [leased.workspaceId, leased.id, leased[token], ...values])).rowCount === 1;
  };

  const renew = whileLeased('renew', `UPDATE "${table}" SET "${leasedUntil}" = $4`);
  return {
    workspaces: async ({ run }, now) => (await run<LeasedRow>(workspaces, [now])).map(({ workspaceId }) => workspaceId),
    lease: leaseWhere('lease', `${due} AND (${ready})`),
    leaseWhere,
    renew: (db, leased, now) => renew(db, leased, leaseEnd(now)),
    end: (statement, ...assignments) =>
      whileLeased(statement, `UPDATE "${table}" SET ${[`"${leasedUntil}" = NULL`, ...assignments].join(', ')}`),
    whileLeased,
  };
}
