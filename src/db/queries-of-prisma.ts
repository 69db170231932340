import type { ClientBase, QueryConfig } from 'pg';
import type { Prisma } from './generated/prisma/client.ts';

/** A client for SQL within a transaction of Prisma, for what other transactions write with the same statements. */
export function queriesOf(tx: Pick<Prisma.TransactionClient, '$queryRawUnsafe'>): Pick<ClientBase, 'query'> {
  const query = async (statement: string | QueryConfig, given: readonly unknown[] = []) => {
    const { text, values = given } = typeof statement === 'string' ? { text: statement, values: given } : statement;
    const rows = await tx.$queryRawUnsafe<Readonly<Record<string, unknown>>[]>(text, ...values);
    return { rows: rows.map(withBuffers), rowCount: rows.length };
  };
  return { query } as unknown as Pick<ClientBase, 'query'>;
}

/** Prisma returns bytes as plain arrays. */
function withBuffers(row: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
  );
}
