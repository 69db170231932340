import type { BenchDatabase } from '../environment/database.ts';
import { freePort, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { Coverage, common, type Passed } from './coverage.ts';
import { type MeasuredRequest, measuredRequests } from './requests.ts';

const warmUpRequests = 30;
const countedRequests = 7;

interface PathFigures {
  readonly name: string;
  readonly files: number;
  readonly functions: number;
  /** The named functions by file, each with its offset in the file. */
  readonly passed: Readonly<Record<string, readonly string[]>>;
}

/** How many files and named functions of `src` one warm request runs through, for each of the measured requests. */
export async function countPaths(database: BenchDatabase, stack: AsyncDisposableStack): Promise<PathFigures[]> {
  const inspectorPort = await freePort();
  const nodeOptions = [`--inspect=127.0.0.1:${inspectorPort}`, '--inspect-publish-uid=http'];
  // The built server is a few files of which none is in `src`.
  const kind = { ...ours(database.url, nodeOptions), options: ['--sources'] };
  const server = stack.adopt(await startServerProcess(kind), ({ stop }) => stop());
  const coverage = stack.use(await Coverage.of(inspectorPort));
  const figures: PathFigures[] = [];
  for (const request of await measuredRequests(database, server.port)) {
    const passed = await pathOf(request, coverage);
    figures.push(figuresOf(request.name, passed));
  }
  for (const { name, files, functions } of figures) console.error(`${name}: ${files} files, ${functions} functions`);
  return figures;
}

async function pathOf({ send }: MeasuredRequest, coverage: Coverage): Promise<Passed> {
  for (let sent = 0; sent < warmUpRequests; sent++) await send();
  const takes: Passed[] = [];
  for (let sent = 0; sent < countedRequests; sent++) {
    await coverage.take();
    await send();
    takes.push(await coverage.take());
  }
  return common(takes);
}

function figuresOf(name: string, passed: Passed): PathFigures {
  const functions = [...passed.values()].reduce((sum, names) => sum + names.size, 0);
  const byFile = Object.fromEntries([...passed].map(([file, names]) => [file, [...names]]));
  return { name, files: passed.size, functions, passed: byFile };
}
