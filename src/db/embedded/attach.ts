import { realpath } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, messageOf } from './errors.ts';
import { connectionIn, openSession, type Session } from './session.ts';
import type { Site } from './site.ts';

/** While it replays its log after a crash, a server may well need minutes; it says that it is at work. */
const RECOVERY_PATIENCE_MS = 180_000;
const NOTE_AFTER_MS = 5_000;

/** It is starting up, shutting down or recovering. */
const CANNOT_CONNECT_NOW = '57P03';
/** Nobody listens, all places are taken, or the server went down in the middle of the question. */
const SILENT_CODES = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02'];
const SILENT_TEXTS = /terminated unexpectedly|not queryable|timeout/;

export interface Attempt {
  /** Whether it makes sense to go on trying. */
  readonly isRunning: () => Promise<boolean>;
  /** How long the server may be there without an answer. */
  readonly silenceMs: number;
}

/** A session with the server of this cluster, as soon as it answers; nothing if it ends or does not react. */
export async function attach(site: Site, { isRunning, silenceMs }: Attempt): Promise<Session | undefined> {
  const start = performance.now();
  let patienceMs = silenceMs;
  let noted = false;
  for (let elapsed = 0; elapsed < patienceMs; elapsed = performance.now() - start) {
    const answer = await knock(site);
    if (typeof answer === 'object') return answer;
    if (answer === 'leaving' || !(await isRunning())) return undefined;
    if (answer === 'recovering') patienceMs = RECOVERY_PATIENCE_MS;
    if (elapsed > NOTE_AFTER_MS && !noted) site.log('PostgreSQL is recovering', { dataDir: site.directory.root });
    noted ||= elapsed > NOTE_AFTER_MS;
    // A server that is at work writes each refusal into its log.
    await pause(elapsed < 1_000 ? 5 : 100);
  }
  return undefined;
}

async function knock({ directory }: Site): Promise<Session | 'silent' | 'recovering' | 'leaving'> {
  try {
    return await openSession(connectionIn(await realpath(directory.sockets)));
  } catch (error) {
    const [code, message] = [codeOf(error), messageOf(error)];
    if (code === CANNOT_CONNECT_NOW) return message.includes('shutting down') ? 'leaving' : 'recovering';
    if (SILENT_CODES.includes(code) || SILENT_TEXTS.test(message)) return 'silent';
    throw error;
  }
}
