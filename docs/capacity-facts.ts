import { connections, requestCosts, rowBytes, simulated } from '../test/bench/capacity/figures.ts';
import {
  bytesOfCall,
  databaseMsADay,
  installation,
  logBytesAWorkspace,
  manyWorkspaces,
  nodeMsADay,
  workspaceBytes,
} from '../test/bench/capacity/formula.ts';

const round = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const ms = (value: number) => value.toFixed(1);
const calls = 1_000_000;
const sizes = [1_000, 10_000, 100_000];

export function rowBytesRows(): (string | number)[][] {
  return Object.entries(rowBytes).map(([name, { table, indexes }]) => [`\`${name}\``, table, indexes, table + indexes]);
}

export function costRows(): string[][] {
  return Object.values(requestCosts).map(({ name, requestsPerDay, plain, citus }) => {
    const cells = [plain, citus].map(({ node, database }) => `${ms(node)} + ${ms(database)}`);
    return [name, ...cells, round(requestsPerDay)];
  });
}

export function simulationRows(): (string | number)[][] {
  return Object.entries({
    'Processor of the nodes, s': simulated.nodes,
    'Processor of the databases, s': simulated.databases,
    'Rows and indexes, MB': simulated.megabytes,
    'Connections to the coordinator': simulated.toCoordinator,
    'Connections to a worker': simulated.toWorker,
  }).map(([name, { predicted, seen }]) => [name, predicted, seen, (seen / predicted).toFixed(2)]);
}

export function installationTable(): [head: string[], rows: string[][]] {
  const needed = sizes.map((workspaces) => installation(workspaces, calls));
  const rows = Object.entries({
    Disk: needed.map((each) => bytes(each.bytes)),
    'Processors of nodes': needed.map((each) => round(each.nodeProcessors, 1)),
    Nodes: needed.map((each) => round(each.nodes)),
    'Processors of databases': needed.map((each) => round(each.databaseProcessors, 1)),
    Workers: needed.map((each) => round(each.workers)),
    'Connections to the coordinator': needed.map((each) => round(each.toCoordinator)),
    'Connections to a worker': needed.map((each) => round(each.toWorker)),
  }).map(([name, cells]) => [name, ...cells]);
  return [['Workspaces', ...sizes.map((workspaces) => round(workspaces))], rows];
}

export function formula(): string {
  return `bytes of disk =
  W × (C × ${round(bytesOfCall)} + ${round(logBytesAWorkspace)})
  × 1.5
processors of nodes =
  W × sum(a day × node ms)
  ÷ 86,400,000 × 10 × ${round(manyWorkspaces.node, 1)}
processors of databases =
  W × sum(a day × databases ms)
  ÷ 86,400,000 × 10 × ${round(manyWorkspaces.database, 1)}
nodes =
  processors of nodes,
  rounded up, at least 2
workers =
  processors of databases ÷ 8, or
  bytes of disk ÷ 4 TB,
  the larger, rounded up`;
}

/** The sentences of the page that state a figure. A test holds the page to them. */
export function capacitySentences(): string[] {
  return [
    `a fifth of a \`Deal\` and of a \`Transaction\`: ${round(bytesOfCall)} bytes.`,
    `${round(logBytesAWorkspace / 1e6)} MB a workspace at the load below.`,
    `A node opens at most ${connections.toCoordinator} connections to PostgreSQL`,
    `on Citus at most ${connections.toWorker} more to each worker`,
    `a workspace takes ${round(nodeMsADay / 1000)} seconds of nodes and ${round(databaseMsADay / 1000)} seconds of the databases a day.`,
    `a workspace with a million calls takes ${bytes(workspaceBytes(calls))}, so 4 TB hold about ${round(4e12 / workspaceBytes(calls))} of them.`,
    `but each of the ${round((100_000 * requestCosts.booking.requestsPerDay * 10) / 86_400)} bookings a second at the peak`,
  ];
}

function bytes(value: number): string {
  if (value >= 1e15) return `${round(value / 1e15, 1)} PB`;
  return value >= 1e12 ? `${round(value / 1e12, 1)} TB` : `${round(value / 1e9, 1)} GB`;
}
