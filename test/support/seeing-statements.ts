import type { Database } from '#src/db/database.ts';
import type { PipelinedStatement, Statement } from '#src/db/statement.ts';

type See = (statement: Statement | PipelinedStatement, values: unknown[]) => unknown;

/** The database, and what is done about each single statement before it runs: one that throws fails the statement. */
export function seeing<Db extends Pick<Database, 'run'>>(db: Db, see: See): Db {
  return {
    ...db,
    async run<Row extends object>(statement: Statement | PipelinedStatement, values: unknown[]) {
      await see(statement, values);
      return db.run<Row>(statement, values);
    },
  };
}
