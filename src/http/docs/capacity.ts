import { connections, requestCosts, rowBytes, simulated } from './capacity-figures.ts';
import {
  bytesOfCall,
  databaseMsADay,
  installation,
  logBytesAWorkspace,
  manyWorkspaces,
  nodeMsADay,
  workspaceBytes,
} from './capacity-formula.ts';
import { code, type DocsAddresses } from './page.ts';

const round = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });

const rows = Object.entries(rowBytes).map(
  ([table, { table: heap, indexes }]) => `| \`${table}\` | ${heap} | ${indexes} | ${heap + indexes} |`,
);

const ms = (value: number) => value.toFixed(1);
const costs = Object.values(requestCosts).map(({ name, requestsPerDay, plain, citus }) => {
  const cells = [plain, citus].map(({ node, database }) => `${ms(node)} + ${ms(database)}`);
  return `| ${name} | ${cells.join(' | ')} | ${round(requestsPerDay)} |`;
});

function bytes(value: number): string {
  if (value >= 1e15) return `${round(value / 1e15, 1)} PB`;
  return value >= 1e12 ? `${round(value / 1e12, 1)} TB` : `${round(value / 1e9, 1)} GB`;
}

const calls = 1_000_000;
const simulation = Object.entries({
  'Processor of the nodes, s': simulated.nodes,
  'Processor of the databases, s': simulated.databases,
  'Rows and indexes, MB': simulated.megabytes,
  'Connections to the coordinator': simulated.toCoordinator,
  'Connections to a worker': simulated.toWorker,
}).map(([name, { predicted, seen }]) => `| ${name} | ${predicted} | ${seen} | ${(seen / predicted).toFixed(2)} |`);

const sizes = [1_000, 10_000, 100_000];
const needed = sizes.map((workspaces) => installation(workspaces, calls));
const installations = Object.entries({
  Disk: needed.map((each) => bytes(each.bytes)),
  'Processors of nodes': needed.map((each) => round(each.nodeProcessors, 1)),
  Nodes: needed.map((each) => round(each.nodes)),
  'Processors of databases': needed.map((each) => round(each.databaseProcessors, 1)),
  Workers: needed.map((each) => round(each.workers)),
  'Connections to the coordinator': needed.map((each) => round(each.toCoordinator)),
  'Connections to a worker': needed.map((each) => round(each.toWorker)),
}).map(([name, cells]) => `| ${name} | ${cells.join(' | ')} |`);

export function capacity({ baseUrl }: DocsAddresses): string {
  return `What an installation needs follows from three numbers of yours: how many workspaces it has, how many calls each of
them has, and how many requests each of them sends. This page has what one row and one request cost, and the formula. Rows and
requests are measured; installations are computed from them.

## Bytes of a row

On disk, with its part of the indexes, measured with PostgreSQL 18 among a million rows in 100
workspaces:

| Table | Row | Indexes | Both |
|---|---:|---:|---:|
${rows.join('\n')}

A call is one \`EventCall\`, with about a seventh of a \`Contact\` and of an \`Invitee\` (a person has some seven calls), two
\`InviteeAnswer\`, one \`CustomFieldAnswer\`, a fifth of a \`Deal\` and of a \`Transaction\`: ${round(bytesOfCall)} bytes. Longer
notes and answers add their own length.

Events, deliveries and attempts of webhooks are deleted after 90 days, and the request log after a week, so these stop growing:
${round(logBytesAWorkspace / 1e6)} MB a workspace at the load below. Add half of everything for updated rows that wait for their
vacuum, and as much as the data again for each standby and for backups.

## Processor time of a request

In milliseconds, of the node + of all PostgreSQLs together, on one PostgreSQL and on Citus with a coordinator and two workers,
in the same run with rounds that alternate. The last column is the load that this page assumes: requests of one workspace
a day.

| Request | Plain | Citus | A day |
|---|---:|---:|---:|
${costs.join('\n')}

These are medians of five rounds on a busy machine with 2 shared processors: single rounds were up to a third away from them, and
other machines differ. The plain PostgreSQL needs about half of the time of Citus, for the list of calls
0.54 (0.48 to 0.64), and for a booking 0.54 (0.42 to 0.64). The times hold for a workspace of 2,000 calls whose requests come
often; where many workspaces send few requests each, Citus plans most statements anew, and the simulation below shows how much
that takes. Sending webhooks, background work and a Redis are not in them.

The load in the last column fits a workspace that got its million calls in three years: 1,000 bookings a day.

## Connections

A node opens at most ${connections.toCoordinator} connections to PostgreSQL, or to the coordinator of Citus, and on Citus at most
${connections.toWorker} more to each worker, for reads. The coordinator itself opens one to a worker for each transaction that is
open there. \`max_connections\` must allow these sums. PgBouncer in transaction mode lets many nodes share few sessions.

On Citus a session keeps up to 100 plans. Full of those of the list of calls, it had grown from 11 MB to 76 MB: allow 0.7 GB on each
worker for each node.

## The formula

With W workspaces of C calls, and the requests a day and costs of the table:

${code(
  'text',
  `bytes of disk =
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
  the larger, rounded up`,
)}

10 is the peak: most of the load comes in a few hours, and processors should be half idle at that time. The last factors are
for many workspaces on Citus, from the simulation; on one PostgreSQL leave them out. A node uses one processor.
A worker is assumed to have 8 processors and 4 TB: put in yours. With the requests of the table a workspace takes
${round(nodeMsADay / 1000)} seconds of nodes and ${round(databaseMsADay / 1000)} seconds of the databases a day.

## What installations need

Computed, with 1,000,000 calls in each workspace and the load above:

| Workspaces | ${sizes.map((workspaces) => round(workspaces)).join(' | ')} |
|---|---:|---:|---:|
${installations.join('\n')}

**What gives out first:**

- With one PostgreSQL the disk: a workspace with a million calls takes ${bytes(workspaceBytes(calls))}, so 4 TB hold about
  ${round(4e12 / workspaceBytes(calls))} of them. Citus adds workers, and each adds its disk and its processors.
- At 10,000 workspaces the connections to the coordinator: PostgreSQL does not serve thousands of them well. Put PgBouncer before
  it, which needs 12 sessions for each node.
- At 100,000 workspaces the coordinator's processors: reads go to the worker of their workspace directly, but each of the
  ${round((100_000 * requestCosts.booking.requestsPerDay * 10) / 86_400)} bookings a second at the peak passes the coordinator, as do all other
  writes. Run several installations, each with its own coordinator and a part of the workspaces.

Nothing near these sizes was run: the figures are products. Work on all rows, such as a migration that builds an index or a backup,
takes as long as the bytes take to read and write; with many terabytes that is days. With fewer calls everything shrinks in
proportion: workspaces of 10,000 calls and ten bookings a day need about a hundredth.

## A simulated day

200 workspaces of 500 calls on Citus with a coordinator, two workers and two nodes: 4,000 requests in a minute, 20 of each
workspace, with a booking and its webhook among them. Predicted are the sums of the tables above, without the factor for many
workspaces.

| | Predicted | Seen | Seen ÷ predicted |
|---|---:|---:|---:|
${simulation.join('\n')}

One run, on the same machine at a quieter time; one at a busy time took 2.3 and 2.9 times what was predicted. No request failed. The
processor time is more mostly because no workspace sent enough requests for its plans to be kept, and because webhooks and the
first requests of fresh servers are in it. The bytes are more because small tables fill their pages badly. The connections are
the most that nodes may open; fewer were needed.

## Your own numbers

Replace the requests a day in the sum, and W and C. The bench measures its parts on your machines:
\`npm run bench -- --only capacity\` the bytes, \`--only distributed\` the processor times, and \`--only simulation\` a day of
200 workspaces, scaled down, against the formula. The errors of an installation that has too little are those of
[what to do about each error](${baseUrl}/docs/troubleshooting.md).
`;
}
