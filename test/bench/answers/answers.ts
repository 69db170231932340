import path from 'node:path';
import type { BenchDatabase } from '../environment/database.ts';
import type { Options } from '../options.ts';
import { askAccounts, askLimits } from './accounts.ts';
import { Comparison } from './comparison.ts';
import { askDocuments } from './documents.ts';
import { askOAuth } from './oauth.ts';
import { askProtocol } from './protocol.ts';
import { askRandomly } from './random.ts';
import { askCharges, askCursors, askParameters, askReads, askRelations, askRequestLog } from './reads.ts';
import { Records } from './records.ts';
import { type AnswerFigures, reportOf } from './report.ts';
import { startBoth } from './servers.ts';
import { askWrites } from './writes.ts';

const members = ['OWNER session', 'CLOSER session', 'SETTER session'];

/** Asks the server of another checkout and this one the whole contract and random requests. Fails if an answer differs. */
export async function compareAnswers(
  database: BenchDatabase,
  repository: string,
  options: Options,
  stack: AsyncDisposableStack,
): Promise<AnswerFigures> {
  const comparison = new Comparison(await startBoth(database, path.resolve(repository), stack));
  stack.defer(() => comparison.close());
  const readers = Object.keys(comparison.callers).filter((name) => !name.startsWith('expired'));
  const records = await Records.of(comparison);
  const steps: Record<string, () => Promise<void>> = {
    reads: () => askReads(comparison, readers),
    parameters: () => askParameters(comparison, options.seed),
    cursors: () => askCursors(comparison, 'OWNER key'),
    documents: () => askDocuments(comparison),
    protocol: () => askProtocol(comparison),
    charges: () => askCharges(comparison),
    oauth: () => askOAuth(comparison),
    log: () => askRequestLog(comparison),
    limits: () => askLimits(comparison),
    writes: () => askWrites(comparison, records),
    relations: () => askRelations(comparison, members),
    accounts: () => askAccounts(comparison, records),
    random: () => askRandomly(comparison, records, options),
    readsAfterWrites: () => askReads(comparison, ['OWNER session', 'CLOSER key', 'key elsewhere']),
  };
  const chosen = Object.entries(steps).filter(([name]) => name.startsWith(options.only ?? ''));
  try {
    for (const [name, ask] of chosen) {
      const [started, before] = [performance.now(), comparison.asked];
      await ask();
      console.error(`${name}: ${comparison.asked - before} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } catch (error) {
    if (comparison.differences.length === 0) throw error;
    console.error(error instanceof Error ? error.message : error);
  }
  const { text, figures } = reportOf(comparison);
  console.error(text);
  if (figures.differences.length > 0) throw new Error(`${figures.differences.length} answers differ.`);
  return figures;
}
