import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../environment/database.ts';
import type { CaseOptions } from '../options.ts';
import type { Row } from './attack.ts';
import type { Outcome } from './callers.ts';
import { complaintOf, type Felt } from './judgement.ts';
import { requireWhatNodesNeed, startNodes } from './nodes.ts';
import { startNeighbour } from './processes.ts';
import { perSecond, quietRequests } from './quiet-workspaces.ts';
import { lineOf, reportOf } from './report.ts';
import { rows } from './rows.ts';

const prefix = 'neighbours';
const caseOf = ({ name }: Row) => `${prefix}-${name}`;

export const neighbourCases = rows.map(caseOf);

/** What a neighbour felt beside one row's load. */
export interface NeighbourSummary {
  readonly name: string;
  readonly title: string;
  readonly nodes: number;
  readonly quiet: Felt;
  readonly during: Felt;
  readonly outcome: Outcome;
  /** The peak of the resident memory of a node while the load ran, in bytes. */
  readonly peakBytes: number;
  /** Why the row does not hold. */
  readonly error?: string;
}

/** The first load of a row takes this time to be there. */
const settleMs = 300;

/** Measures what quiet neighbours feel of each row's load. A row that fails does not keep the others from being measured. */
export async function measureNeighbours(
  database: BenchDatabase,
  options: CaseOptions,
  stack: AsyncDisposableStack,
): Promise<(NeighbourSummary | { name: string; error: string })[]> {
  await requireWhatNodesNeed(options.nodes);
  const requests = await quietRequests(database);
  const results: (NeighbourSummary | { name: string; error: string })[] = [];
  for (const row of rows.filter((each) => options.cases.includes(caseOf(each)))) {
    const own = stack.use(new AsyncDisposableStack());
    try {
      const summary = await measure(row, { database, options, requests, stack: own });
      console.error(lineOf(summary));
      results.push(summary);
    } catch (failure) {
      const error = failure instanceof Error ? failure.message : String(failure);
      console.error(`${row.name}: ${error}`);
      results.push({ name: caseOf(row), error });
    }
    await own.disposeAsync();
  }
  console.error(reportOf(results.filter((each): each is NeighbourSummary => 'quiet' in each)));
  return results;
}

interface Measurement {
  readonly database: BenchDatabase;
  readonly options: CaseOptions;
  /** Of the neighbours. */
  readonly requests: readonly string[];
  readonly stack: AsyncDisposableStack;
}

/** Each row has servers of its own, so that nothing of the row before is left in their memory. */
async function measure(row: Row, { database, options, requests, stack }: Measurement): Promise<NeighbourSummary> {
  const nodes = await startNodes(database.url, options.nodes, stack);
  const { port } = nodes;
  const attack = await row.prepare({ database, port, stack });
  const neighbour = stack.adopt(startNeighbour(), (process) => process.stop());
  const ask = (seconds: number) => neighbour.ask({ port, requests, perSecond, seconds });
  await ask(options.warmUpSeconds);
  const quiet = await ask(options.roundSeconds);
  await nodes.resetPeaks();
  await attack.start();
  await pause(settleMs);
  const during = await ask(options.roundSeconds);
  const outcome = await attack.stop();
  const peakBytes = await nodes.peakMemory();
  const error = complaintOf(quiet, during);
  const { title } = row;
  return {
    ...{ name: caseOf(row), title, nodes: options.nodes, quiet, during, outcome, peakBytes },
    ...(error && { error }),
  };
}
