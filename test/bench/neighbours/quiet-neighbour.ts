import { Connection } from '../load/connection.ts';
import { latenciesOf } from '../load/latencies.ts';
import type { Felt } from './judgement.ts';

/** What the parent sends: which requests, in turn, and how many a second. */
export interface NeighbourOrder {
  readonly port: number;
  readonly requests: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

const connections = 4;
/** A request that has no answer so long after it was due is lost, also where it has not been sent. */
const patienceMs = 15_000;

/**
 * The child: sends requests by the clock, whether or not those before are answered, so that a server that stops makes
 * all of them wait. A latency counts from the instant at which its request was due.
 */
async function ask({ port, requests, perSecond, seconds }: NeighbourOrder): Promise<Felt> {
  const milliseconds: number[] = [];
  const failed: Record<string, number> = {};
  const due: number[] = [];
  const start = performance.now();
  const count = perSecond * seconds;
  let next = 0;
  let isOver = false;
  const waiting: (() => void)[] = [];

  const addDue = () => {
    for (; next < count && start + (next * 1000) / perSecond <= performance.now(); next++) due.push(next);
    isOver = next >= count;
    while (waiting.length > 0 && (due.length > 0 || isOver)) waiting.shift()?.();
    if (!isOver) setTimeout(addDue, Math.max(start + (next * 1000) / perSecond - performance.now(), 0));
  };

  const lane = async () => {
    let connection = new Connection(port);
    while (due.length > 0 || !isOver) {
      const number = due.shift();
      if (number === undefined) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      const dueAt = start + (number * 1000) / perSecond;
      const patience = dueAt + patienceMs - performance.now();
      const request = requests[number % requests.length] as string;
      const answer = patience > 0 ? await within(patience, connection.request(request)) : 'lost';
      milliseconds.push(performance.now() - dueAt);
      if (answer !== 200) failed[answer] = (failed[answer] ?? 0) + 1;
      if (answer === 'lost' && patience > 0) {
        connection.close();
        connection = new Connection(port);
      }
    }
    connection.close();
  };

  addDue();
  await Promise.all(Array.from({ length: connections }, lane));
  return { requests: milliseconds.length, failed, latencies: latenciesOf(milliseconds) };
}

/** The status, or `lost`. */
function within(ms: number, answer: Promise<number>): Promise<number | 'lost'> {
  let timer: NodeJS.Timeout;
  const lost = new Promise<'lost'>((resolve) => {
    timer = setTimeout(resolve, ms, 'lost');
  });
  return Promise.race([answer.catch(() => 'lost' as const), lost]).finally(() => clearTimeout(timer));
}

process.on('message', async (order: NeighbourOrder) => process.send?.(await ask(order)));
process.on('disconnect', () => process.exit());
// Ctrl-C signals the whole process group, but the bench ends this process itself, by disconnecting.
process.on('SIGINT', () => {});
