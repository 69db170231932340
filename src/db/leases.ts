import type { Database } from './database.ts';
import { preparedStatement } from './statement.ts';

/** What a worker holds of a queue until its lease ends. */
interface LeasedRow {
  readonly workspaceId: number;
  readonly id: number | string;
}

type Column<Leased extends LeasedRow> = Exclude<keyof Leased, 'workspaceId'> & string;

interface LeaseTable<Leased extends LeasedRow> {
  /** Begins the names of the statements. */
  readonly name: string;
  readonly table: string;
  /** Joins to the table, which is `r`. `workspaceId` is the SQL of its workspace. */
  readonly joins?: (workspaceId: string) => string;
  /** The condition of the rows that are due at $1. */
  readonly due: string;
  /** A further condition of the rows of workspace $2 that this worker may lease, with a value of its own as $4. */
  readonly ready?: string;
  /** The column that says since when a row is due. */
  readonly order: string;
  readonly leasedUntil?: string;
  /**
   * The fencing token: each lease of a row has another, so that a worker whose lease has ended changes nothing. A lease adds 1
   * to it, unless it is `leasedUntil` itself.
   */
  readonly token?: Column<Leased>;
  /** Another assignment of a lease. */
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

/** False: the row was deleted, the lease was ended, or another one has begun. */
type WhileLeased<Leased> = (
  db: Pick<Database, 'writeOne'>,
  leased: Leased,
  ...values: readonly unknown[]
) => Promise<boolean>;

interface LeaseQueue<Leased> {
  /** The workspaces that have a row to lease; those that have waited longest first. */
  readonly workspaces: (db: Pick<Database, 'run'>, now: Date) => Promise<number[]>;
  /** Leases the row of a workspace that is due longest. The last value is that of `ready`. */
  readonly lease: Lease<Leased>;
  /** Likewise, but rows that are free and fulfil the condition, instead of those that are due and ready. */
  leaseWhere(name: string, condition: string): Lease<Leased>;
  readonly renew: (db: Pick<Database, 'writeOne'>, leased: Leased, now: Date) => Promise<boolean>;
  /** Ends a lease with these assignments, whose values begin with $4. */
  end(name: string, ...assignments: string[]): WhileLeased<Leased>;
  /** Runs an UPDATE or DELETE, which is without its WHERE here, on the row of a lease. Its values begin with $4. */
  whileLeased(name: string, statement: string): WhileLeased<Leased>;
}

/**
 * The statements of a table whose rows are leased: a row is worked on by one worker, until the lease ends. What is due is found
 * in all workspaces at once; what is leased and changed names its workspace, because a distributed PostgreSQL locks rows of one
 * workspace alone. All instants are those of the clock that the caller reads, which is the database's.
 *
 * Each may run twice where a session is lost: a row that was leased for nobody waits until its lease ends, and the statement that
 * ends a lease finds nothing the second time.
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
