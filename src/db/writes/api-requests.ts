import type { StoredRequest } from '#src/domain/api-requests/api-request.ts';
import { preparedStatement, type Statement, type StatementRunner } from '../statement.ts';

/** A row of the request log. */
export interface ApiRequestRow extends StoredRequest {
  readonly workspaceId: number;
  /** The root fields, separated by spaces. */
  readonly rootFields: string | null;
}

const columns = {
  workspaceId: 'int',
  time: 'timestamptz',
  userId: 'int',
  apiKeyId: 'int',
  connectionId: 'text',
  clientId: 'text',
  method: 'text',
  route: 'text',
  operationName: 'text',
  rootFields: 'text',
  status: 'int',
  durationMs: 'int',
  requestId: 'text',
  errorCode: 'text',
  errorMessage: 'text',
  fieldErrors: 'jsonb',
  address: 'text',
  userAgent: 'text',
  represents: 'int',
} as const satisfies Record<keyof ApiRequestRow, string>;

const names = Object.keys(columns).map((name) => `"${name}"`);
const types = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);

/** $1 the rows of any workspaces, as JSON. */
const insertRequests = preparedStatement(
  'apiRequests.insert',
  `INSERT INTO "ApiRequest" (${names.join(', ')})
   SELECT ${names.map((name) => `r.${name}`).join(', ')} FROM json_to_recordset($1::json) r(${types.join(', ')})`,
);

export async function insertApiRequests(
  runner: StatementRunner<Statement>,
  rows: readonly ApiRequestRow[],
): Promise<void> {
  await runner.run(insertRequests, [JSON.stringify(rows)]);
}
