import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';
import type { RecordReader } from '../reads/record-reader.ts';
import { presentColumns } from './rows.ts';

interface RecordTable<Rec, Fields> {
  readonly table: string;
  readonly reader: Pick<RecordReader<Rec>, 'columns'>;
  /** The columns that an input may write; all columns if absent. */
  readonly writable?: readonly (keyof Fields & string)[];
}

const key = 'r."workspaceId" = $1 AND r."id" = $2';

/**
 * Builds the statements that write records of a table and return them. An absent field keeps its value, or gets the column's
 * default.
 */
export function recordWrites<Rec extends object, Fields extends object>({
  table,
  reader,
  writable,
}: RecordTable<Rec, Fields>) {
  const { columns } = reader;
  const written = (fields: Fields): object =>
    writable ? Object.fromEntries(writable.map((name) => [name, fields[name]])) : fields;
  const assign = async (
    client: ClientBase,
    [workspaceId, id]: RecordKey,
    assignments: string,
    values: readonly unknown[] = [],
  ): Promise<Rec> => {
    const { rows } = await client.query<Rec>(
      `UPDATE "${table}" r SET ${assignments}"updatedAt" = now() WHERE ${key} RETURNING ${columns}`,
      [workspaceId, id, ...values],
    );
    return rows[0] as Rec;
  };
  return {
    async insert(client: ClientBase, workspaceId: number, fields: Fields): Promise<Rec> {
      const { names, placeholders, values } = presentColumns(written(fields), 1);
      const { rows } = await client.query<Rec>(
        `INSERT INTO "${table}" AS r ("workspaceId"${names}) VALUES ($1${placeholders}) RETURNING ${columns}`,
        [workspaceId, ...values],
      );
      return rows[0] as Rec;
    },
    async read(client: ClientBase, recordKey: RecordKey): Promise<Rec | undefined> {
      const { rows } = await client.query<Rec>(`SELECT ${columns} FROM "${table}" r WHERE ${key}`, [...recordKey]);
      return rows[0];
    },
    /** Locks a record that the caller sees until the transaction ends, and reads it. */
    async lock(
      client: ClientBase,
      id: number,
      caller: VisibleRows,
      lock: 'FOR UPDATE' | 'FOR NO KEY UPDATE' = 'FOR UPDATE',
    ): Promise<Rec | undefined> {
      const values = new Values();
      const conditions = [...equal('r."id"', 'int', values, id), ...visibleTo('r', values, caller)];
      const text = `SELECT ${columns} FROM "${table}" r WHERE ${conditions.join(' AND ')} ${lock}`;
      return (await client.query<Rec>(text, values.list)).rows[0];
    },
    /** Applies assignments in SQL, each followed by a comma. Their values come after the key. */
    assign,
    update(client: ClientBase, recordKey: RecordKey, fields: Partial<Fields>): Promise<Rec> {
      const { updates, values } = presentColumns(written(fields as Fields));
      return assign(client, recordKey, updates, values);
    },
    async remove(client: ClientBase, recordKey: RecordKey): Promise<void> {
      await client.query(`DELETE FROM "${table}" r WHERE ${key}`, [...recordKey]);
    },
  };
}
