import { type ApiRequest, apiRequestId, type RequestFieldError } from '#src/domain/api-requests/api-request.ts';
import type { Requester } from '#src/domain/principal/requester.ts';
import type { Database } from '../database.ts';
import type { Statement } from '../statement.ts';
import {
  between,
  equal,
  following,
  orderBy,
  type PageQuery,
  positionOf,
  type ReadPage,
  type Sort,
  Values,
} from './list.ts';

interface ApiRequestQuery extends PageQuery, Pick<Requester, 'apiKeyId' | 'connectionId' | 'clientId'> {
  /** Statuses and classes of statuses: `403`, `4xx`. */
  readonly statuses?: readonly string[] | undefined;
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

interface Row extends Omit<ApiRequest, 'id' | 'rootFields' | 'fieldErrors'> {
  readonly id: string;
  readonly rootFields: string | null;
  readonly fieldErrors: readonly RequestFieldError[] | null;
}

const newestFirst: Sort = { column: 'time', type: 'timestamptz', direction: 'desc', idType: 'bigint' };

const columns = [
  ...['id', 'time', 'userId', 'apiKeyId', 'connectionId', 'clientId', 'method', 'route', 'operationName', 'rootFields'],
  ...['status', 'durationMs', 'requestId', 'errorCode', 'errorMessage', 'fieldErrors', 'address', 'userAgent'],
  'represents',
]
  .map((column) => `r."${column}"`)
  .join(', ');

/** The app may belong to another workspace: it is looked up by its client id in all of them. */
const names = `(SELECT k."name" FROM "ApiKey" k WHERE k."workspaceId" = $1 AND k."id" = r."apiKeyId") AS "apiKeyName",
  (SELECT c."name" FROM "OAuthClient" c WHERE c."clientId" = r."clientId") AS "clientName"`;

/**
 * Reads a page of a workspace's logged requests, newest first, without a count: there may be millions. The statement is planned
 * for its values, since each filter may match nearly all rows or nearly none.
 */
export async function readApiRequests(
  db: Database,
  query: ApiRequestQuery,
): Promise<Pick<ReadPage<ApiRequest>, 'last' | 'records'>> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const { limit } = query;
  const page = scansOf(query).map((statuses) => scan(query, statuses, values));
  const order = orderBy(newestFirst, 'r');
  const text = `SELECT ${columns}, ${names} FROM (
    SELECT * FROM (${page.join('\nUNION ALL\n')}) r ORDER BY ${order} LIMIT ${limit + 1}
  ) r ORDER BY ${order}`;
  const statement: Statement = { name: 'apiRequests.list', text };
  const rows = await db.run<Row>(statement, values.list);
  const lastRow = rows.length > limit ? rows[limit - 1] : undefined;
  return { records: rows.slice(0, limit).map(toRecord), last: lastRow && positionOf(newestFirst, lastRow) };
}

/** The rows of one scan, sorted by an index whose leading columns are the common conditions. */
function scan(query: ApiRequestQuery, statuses: readonly string[], values: Values): string {
  const conditions = [
    'r."workspaceId" = $1',
    ...equal('r."apiKeyId"', 'int', values, query.apiKeyId),
    ...equal('r."connectionId"', 'text', values, query.connectionId),
    ...equal('r."clientId"', 'text', values, query.clientId),
    ...equal('r."route"', 'text', values, query.route),
    ...equal('r."requestId"', 'text', values, query.requestId),
    ...between('r."time"', values, query.fromMs, query.untilMs),
    ...following(newestFirst, 'r', values, query.after),
    ...statuses,
  ];
  const order = orderBy(newestFirst, 'r');
  return `(SELECT ${columns} FROM "ApiRequest" r WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${query.limit + 1})`;
}

const classes = ['2', '3', '4', '5'];

/**
 * The conditions on the status of each scan. A separate scan for each status or class finds the newest rows at the end of an
 * index, however rare they are. The indexes of a key and an app have the class before the time, so these are always read by
 * class.
 */
function scansOf({ statuses, apiKeyId, connectionId, clientId }: ApiRequestQuery): string[][] {
  const isOfCredential = apiKeyId !== undefined || connectionId !== undefined || clientId !== undefined;
  if (!statuses) return isOfCredential ? classes.map((digit) => [ofClass(digit)]) : [[]];
  const whole = new Set(statuses.filter((status) => status.endsWith('xx')));
  const single = statuses.filter((status) => !status.endsWith('xx') && !whole.has(`${status[0]}xx`));
  return [
    ...[...whole].map((status) => [ofClass(status[0])]),
    ...[...new Set(single)].map((status) => [`r."status" = ${Number(status)}`, ofClass(status[0])]),
  ];
}

/** Matches the expression of the indexes. */
function ofClass(digit: string | undefined): string {
  return `(r."status" / 100) = ${Number(digit)}`;
}

function toRecord({ id, rootFields, fieldErrors, ...row }: Row): ApiRequest {
  return {
    ...row,
    id: apiRequestId(id),
    rootFields: rootFields?.split(' ') ?? [],
    fieldErrors: [...(fieldErrors ?? [])],
  };
}
