import type { Server } from 'fastify';
import { type Caller, requireScope, seesWholeWorkspace } from './caller.ts';
import type { Queries } from './queries.ts';

/** A list of one table, newest first. */
interface SalesList {
  /** The last part of the path, the key of the list in the response, and the resource of the scope. */
  readonly name: 'deals' | 'transactions';
  readonly table: string;
  readonly columns: string;
}

const deals: SalesList = {
  name: 'deals',
  table: '"Deal"',
  columns: `"id", "contactId", "eventCallId", "userId", "value"::float8, "currency", "transactionType", "productName",
    "time", "createdAt", "updatedAt"`,
};

const transactions: SalesList = {
  name: 'transactions',
  table: '"Transaction"',
  columns: `"id", "dealId", "contactId", "userId", "value"::float8, "currency", "name", "email", "phoneNumber", "source",
    "description", "time", "createdAt", "updatedAt"`,
};

interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly contactId?: number;
}

interface Row {
  readonly count: number;
  readonly [column: string]: unknown;
}

const id = { type: 'integer', minimum: 1, maximum: 2147483647 };
const querystring = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 0, maximum: 2147483647, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    contactId: id,
  },
};

export function salesRoutes(app: Server, queries: Queries): void {
  for (const list of [deals, transactions]) salesRoute(app, queries, list);
}

function salesRoute(app: Server, queries: Queries, list: SalesList): void {
  const onRequest = requireScope(queries, `${list.name}:read`);
  app.get(`/v1/${list.name}`, { schema: { querystring }, onRequest }, async (request) => {
    const query = request.query as unknown as ListQuery;
    const { rows, count } = await readPage(queries, list, request.caller as Caller, query);
    return { data: { [list.name]: rows.map(({ count: _, ...record }) => record), count } };
  });
}

/** One page with the number of all in each row; beyond the last page no row holds the count. */
async function readPage(queries: Queries, { name, table, columns }: SalesList, caller: Caller, query: ListQuery) {
  const { shape, where, values } = conditions(caller, query);
  const count = `SELECT count(*)::int AS "count" FROM ${table} WHERE ${where}`;
  const text = `SELECT (${count}) AS "count", ${columns} FROM ${table} WHERE ${where}
    ORDER BY "time" DESC, "id" DESC LIMIT ${query.limit} OFFSET $${values.length + 1}`;
  const page = { name: `${name} ${query.limit} ${shape}`, text };
  const rows = await queries.run<Row>(page, [...values, query.page * query.limit]);
  if (rows[0]) return { rows, count: rows[0].count };
  const [alone] = await queries.run<Row>({ name: `${name} count ${shape}`, text: count }, values);
  return { rows, count: alone?.count ?? 0 };
}

function conditions(caller: Caller, { contactId }: ListQuery) {
  const values: unknown[] = [caller.workspaceId];
  const where = ['"workspaceId" = $1'];
  if (contactId !== undefined) where.push(`"contactId" = $${values.push(contactId)}`);
  const seesAll = seesWholeWorkspace(caller);
  if (!seesAll) where.push(`"userId" = $${values.push(caller.userId)}`);
  const shape = `${contactId === undefined ? '' : 'contact'}${seesAll ? '' : ' own'}`;
  return { shape, where: where.join(' AND '), values };
}
