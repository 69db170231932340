import { attach } from './attach.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { clearRemains, listensIn, readPostmasterPid, stopPostmaster } from './postmaster.ts';
import { servesCluster } from './processes.ts';
import { launchId, startServer } from './server.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';

/** A server that has its pid but does not listen has stuck, or has lost its socket. */
const SILENCE_MS = 5_000;

/** What a process may do to the server that it finds, or does not find. */
export interface Terms {
  /** Take it although it was started with other binaries or settings. */
  readonly takeAny: boolean;
  /** Stop it if it will not do, or start one if there is none: nobody else depends on it. */
  readonly replace: boolean;
}

/**
 * A session with the server of this directory: the one that runs, if it will do, else a new one. Nothing if it is for
 * others to bring it back. To be called under the start lock.
 */
export async function openServer(site: Site, terms: Terms): Promise<Session | undefined> {
  const running = await findRunning(site);
  const session = running && (await adopt(site, running, terms));
  if (session) return session;
  // Asked again, as it may have been about to end: then its pid and its socket go one after the other.
  const stuck = await findRunning(site);
  if (stuck && !stuck.isVisible) throw unreachable(site, stuck);
  if (!terms.replace) return undefined;
  if (stuck) await stop(site, stuck);
  return startAfresh(site);
}

/** Stops the server of this directory, whoever started it. To be called under the start lock. */
export async function closeServer(site: Site): Promise<void> {
  const running = await findRunning(site);
  if (running?.isVisible) await stop(site, running);
}

interface Running {
  readonly pid: number;
  /** A server in another container can be talked to, but not be seen and not be sent signals. */
  readonly isVisible: boolean;
}

async function findRunning({ directory }: Site): Promise<Running | undefined> {
  const pid = await readPostmasterPid(directory.cluster);
  if (pid === undefined) return undefined;
  const isVisible = await servesCluster(pid, directory.cluster);
  return isVisible || (await listensIn(directory.sockets)) ? { pid, isVisible } : undefined;
}

async function adopt(site: Site, running: Running, { takeAny }: Terms): Promise<Session | undefined> {
  const isRunning = async () => (await findRunning(site)) !== undefined;
  const session = await attach(site, { isRunning, silenceMs: SILENCE_MS });
  if (!session) return undefined;
  const isSame =
    session.cluster === site.directory.cluster && session.launchId === launchId(site.binaries, session.connection.host);
  if (isSame || takeAny || !running.isVisible) {
    site.log('PostgreSQL was running already', { pid: running.pid, isSame });
    return session;
  }
  session.close();
  return undefined;
}

async function startAfresh(site: Site): Promise<Session> {
  await clearRemains(site.directory.cluster);
  try {
    return await startServer(site);
  } catch (error) {
    // The parent of the one before may have been killed before its child could leave a trace: then that one has won.
    const other = await findRunning(site);
    const session = other && (await adopt(site, other, { takeAny: true, replace: false }));
    if (session) return session;
    throw error;
  }
}

async function stop({ directory, patience, log }: Site, { pid }: Running): Promise<void> {
  const signal = await stopPostmaster(pid, directory.cluster, patience);
  log('PostgreSQL was stopped', { pid, signal, dataDir: directory.root });
}

function unreachable({ directory }: Site, { pid }: Running): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL (pid ${pid}) of ${directory.root} runs in another container and does not answer: stop it there.`,
  );
}
