import { connections, requestCosts, rowBytes, simulated } from './figures.ts';

type Table = keyof typeof rowBytes;

/** How many rows a call has of each table that is kept for ever. */
const rowsOfCall: Partial<Record<Table, number>> = {
  ...{ EventCall: 1, Invitee: 1 / 7, Contact: 1 / 7, InviteeAnswer: 2, CustomFieldAnswer: 1, Deal: 1 / 5 },
  Transaction: 1 / 5,
};

const bytesOf = (table: Table) => rowBytes[table].table + rowBytes[table].indexes;

export const bytesOfCall = Object.entries(rowsOfCall).reduce(
  (sum, [table, count]) => sum + count * bytesOf(table as Table),
  0,
);

const kinds = Object.values(requestCosts);
const requestsADay = kinds.reduce((sum, { requestsPerDay }) => sum + requestsPerDay, 0);
const daysKept = { webhooks: 90, requestLog: 7 };

/** Of a workspace with one webhook, which each booking tells of one event. */
export const logBytesAWorkspace =
  daysKept.webhooks *
    requestCosts.booking.requestsPerDay *
    (bytesOf('WebhookEvent') + bytesOf('WebhookDelivery') + bytesOf('WebhookAttempt')) +
  daysKept.requestLog * requestsADay * bytesOf('ApiRequest');

/** Updated rows wait for their vacuum. */
const roomForUpdates = 1.5;

/** Of a workspace with so many calls. */
export const workspaceBytes = (calls: number): number => (calls * bytesOfCall + logBytesAWorkspace) * roomForUpdates;

const msADay = (part: 'node' | 'database') =>
  kinds.reduce((sum, { requestsPerDay, citus }) => sum + requestsPerDay * citus[part], 0);

/** Processor time that the requests of a workspace take on a day, on Citus. */
export const nodeMsADay = msADay('node');
export const databaseMsADay = msADay('database');

/** How many times the average of the day the processors must be able to do. */
const peak = 10;
/** Many workspaces in turn take longer than one whose plans are kept. The simulation shows how much longer. */
export const manyWorkspaces = {
  node: simulated.nodes.seen / simulated.nodes.predicted,
  database: simulated.databases.seen / simulated.databases.predicted,
};
const dayMs = 86_400_000;
const worker = { processors: 8, bytes: 4e12 };

/** What so many workspaces with so many calls each need. */
export function installation(workspaces: number, calls: number) {
  const bytes = workspaces * workspaceBytes(calls);
  const nodeProcessors = (workspaces * nodeMsADay * manyWorkspaces.node * peak) / dayMs;
  const databaseProcessors = (workspaces * databaseMsADay * manyWorkspaces.database * peak) / dayMs;
  const nodes = Math.max(2, Math.ceil(nodeProcessors));
  return {
    ...{ bytes, nodeProcessors, databaseProcessors, nodes },
    workers: Math.ceil(Math.max(databaseProcessors / worker.processors, bytes / worker.bytes)),
    toCoordinator: nodes * connections.toCoordinator,
    toWorker: nodes * connections.toWorker,
  };
}
