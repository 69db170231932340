import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { ensureCluster, lastLines, settingsFor } from './cluster.ts';
import { makeSocketDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import { chooseIdentity, commandAs, type HostEnvironment, type Identity } from './identity.ts';
import { clearLeftovers, listensIn, readPostmasterPid, servesCluster, stopPostmaster } from './postmaster.ts';
import { attach, type Session } from './session.ts';

/** A server that has its pid but does not listen hangs, or has lost its socket. */
const ADOPTION_SILENCE_MS = 5_000;
/** The first start of all reads 50 MB of binaries from a disk that may be slow. */
const START_SILENCE_MS = 30_000;

/** What a process may do with a running server, or without one. */
interface OpenTerms {
  /** Adopt a server that was started with other binaries or settings. */
  readonly acceptAny: boolean;
  /** Stop an unsuitable server, or start one if none runs. Set it only if no other process uses the server. */
  readonly mayReplace: boolean;
}

/**
 * A session with the server of this directory: with the running one if it is suitable, else with a new one. Undefined
 * if other processes have to bring it back. Call it under the start lock.
 */
export async function openServer(host: HostEnvironment, terms: OpenTerms): Promise<Session | undefined> {
  const running = await findRunning(host);
  const session = running && (await adopt(host, running, terms));
  if (session) return session;
  // Look again: the server may have been about to end, when its pid and its socket go one after the other.
  const stuck = await findRunning(host);
  if (stuck && !stuck.isVisible) throw unreachable(host, stuck);
  if (!terms.mayReplace) return undefined;
  if (stuck) await stop(host, stuck);
  return startAfresh(host);
}

/** Stops the server of this directory, whoever started it. Call it under the start lock. */
export async function closeServer(host: HostEnvironment): Promise<void> {
  const running = await findRunning(host);
  if (running?.isVisible) await stop(host, running);
}

interface Running {
  readonly pid: number;
  /** A server in another container answers, but its pid means nothing here: it must not be sent signals. */
  readonly isVisible: boolean;
}

async function findRunning({ directory }: HostEnvironment): Promise<Running | undefined> {
  const pid = await readPostmasterPid(directory.cluster);
  if (pid === undefined) return undefined;
  const isVisible = await servesCluster(pid, directory.cluster);
  return isVisible || (await listensIn(directory.sockets)) ? { pid, isVisible } : undefined;
}

async function adopt(
  host: HostEnvironment,
  running: Running,
  { acceptAny }: Pick<OpenTerms, 'acceptAny'>,
): Promise<Session | undefined> {
  const isRunning = async () => (await findRunning(host)) !== undefined;
  const session = await attach(host, { isRunning, silenceMs: ADOPTION_SILENCE_MS });
  if (!session) return undefined;
  const isSame =
    session.cluster === host.directory.cluster && session.launchId === launchId(host, session.connection.host);
  if (isSame || acceptAny || !running.isVisible) {
    host.log('PostgreSQL was running already', { pid: running.pid, isSame });
    return session;
  }
  session.close();
  return undefined;
}

async function startAfresh(host: HostEnvironment): Promise<Session> {
  await clearLeftovers(host.directory.cluster);
  try {
    return await startServer(host);
  } catch (error) {
    // A process that was killed may have started a server that had no pid file yet. If it serves by now, adopt it.
    const other = await findRunning(host);
    const session = other && (await adopt(host, other, { acceptAny: true }));
    if (session) return session;
    throw error;
  }
}

async function stop({ directory, shutdownSteps, log }: HostEnvironment, { pid }: Running): Promise<void> {
  const signal = await stopPostmaster(pid, directory.cluster, shutdownSteps);
  log('PostgreSQL was stopped', { pid, signal, dataDir: directory.root });
}

function unreachable({ directory }: HostEnvironment, { pid }: Running): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL (pid ${pid}) of ${directory.root} runs in another container and does not answer: stop it there.`,
  );
}

/** Makes the cluster if there is none, and starts a server on it. */
async function startServer(host: HostEnvironment): Promise<Session> {
  const identity = await chooseIdentity(host);
  await ensureCluster(host, identity);
  const socketDirectory = await makeSocketDirectory(host.directory, identity.owner);
  await boundServerLog(host.directory.serverLog);
  const log = await openServerLog(host.directory.serverLog);
  const start = (await log.stat()).size;
  try {
    const child = spawnDetached(host, identity, socketDirectory, log.fd);
    const failure = failureOf(child);
    const isRunning = async () => failure.text === undefined;
    const session = await attach(host, { isRunning, silenceMs: START_SILENCE_MS }).catch((error) => {
      failure.text ??= `does not serve (${messageOf(error)})`;
    });
    if (session) return session;
    if (child.pid) await stopPostmaster(child.pid, host.directory.cluster, host.shutdownSteps);
    const output = lastLines(await readServerLogFrom(host.directory.serverLog, start), 5);
    throw new EmbeddedPostgresError(
      `The database in ${host.directory.root} did not start: PostgreSQL ${failure.text ?? 'does not answer'}. ${output}`,
    );
  } finally {
    await log.close();
  }
}

/** Identifies the binaries and settings of a start. */
function launchId({ binaries, settings }: HostEnvironment, socketDirectory: string): string {
  const description = JSON.stringify([binaries.fingerprint, settingsFor(socketDirectory), settings]);
  return createHash('sha256').update(description).digest('hex').slice(0, 16);
}

/**
 * The server gets a session of its own, because the terminal's signals must not stop it: our process has to close its pool
 * first. Its log is a file rather than a pipe, so a server that outlives us can go on writing.
 */
function spawnDetached(host: HostEnvironment, identity: Identity, socketDirectory: string, log: number): ChildProcess {
  const launch = ['slotline.launch', launchId(host, socketDirectory)];
  const settings = [...settingsFor(socketDirectory), ...host.settings, launch];
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [host.binaries.postgres, '-D', host.directory.cluster, ...options];
  const prepared = commandAs(identity, host.binaries, command);
  const child = spawn(prepared.file, prepared.args, {
    ...prepared.options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  host.onSpawn();
  return child;
}

function failureOf(child: ChildProcess): { text: string | undefined } {
  const failure: { text: string | undefined } = { text: undefined };
  child.once('error', (error) => {
    failure.text = `could not be run (${messageOf(error)})`;
  });
  child.once('exit', (code, signal) => {
    failure.text ??= `ended with ${signal ?? `code ${code}`}`;
  });
  return failure;
}

const MAX_LOG_BYTES = 8 * 1024 * 1024;
const CHECK_LOG_EVERY_MS = 60_000;

/** Opens the log for appending, so that it can be cut while a server writes to it. */
export function openServerLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}

/**
 * Keeps one earlier log beside the current one. The file stays the same, because the server holds it open. What the
 * server writes between the copy and the cut is lost, which is acceptable for a log.
 */
export async function boundServerLog(path: string, maxBytes = MAX_LOG_BYTES): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size <= maxBytes) return;
  // After a start as root the copy may belong to another user. Only the directory is ours.
  await rm(`${path}.1`, { force: true });
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** Bounds the log from time to time, until the returned function is called. */
export function keepServerLogBounded(path: string): () => void {
  const timer = setInterval(() => boundServerLog(path).catch(() => {}), CHECK_LOG_EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function readServerLogFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size - start, 64 * 1024));
    await file.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString();
  } finally {
    await file.close();
  }
}
