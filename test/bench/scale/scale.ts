import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { type BenchWorkspace, benchWorkspace } from '../environment/workspaces.ts';
import type { Options } from '../options.ts';
import { explainFilter } from './explain.ts';
import { type Filter, filtersOf } from './filters.ts';
import { measureFilter, warmServer } from './latency.ts';
import { type Scaled, scaleReport, slowest } from './report.ts';
import { samplesOf } from './samples.ts';

const sizes = [10_000, 1_000_000] as const;

/** Measures every filter of the list of calls, in a workspace of ten thousand calls and in one of a million. */
export async function scale(database: BenchDatabase, options: Options, stack: AsyncDisposableStack): Promise<Scaled[]> {
  const { client, url } = database;
  const [small, large] = [await benchWorkspace(database, sizes[0]), await benchWorkspace(database, sizes[1])];
  const server = stack.adopt(await startServerProcess(ours(url)), (started) => started.stop());
  const chosen = async ({ workspaceId, calls }: BenchWorkspace) =>
    filtersOf(await samplesOf(client, workspaceId), calls).filter(({ name }) => name.startsWith(options.only ?? ''));
  const [few, many] = [await chosen(small), await chosen(large)];
  for (const workspace of [small, large]) await warmServer({ port: server.port, client, workspace });
  const scaled: Scaled[] = [];
  for (const [index, filter] of many.entries()) {
    const at = (chosen: Filter, workspace: BenchWorkspace) => ({
      filter: chosen,
      port: server.port,
      client,
      workspace,
    });
    const [atFew, atMany] = await measureFilter([at(few[index] ?? filter, small), at(filter, large)]);
    if (atFew && atMany) scaled.push({ filter, small: atFew, large: atMany });
    console.error(`  ${index + 1}/${many.length} ${filter.name}`);
  }
  console.error(scaleReport(scaled));
  for (const { filter } of slowest(scaled)) {
    console.error(`explained: ${await explainFilter(filter, url, large.workspaceId)}`);
  }
  return scaled;
}
