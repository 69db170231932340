import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, type FileHandle, open, readFile, realpath, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureCluster, lastLines, settingsFor } from './cluster.ts';
import { type HostEnvironment, listensIn, makeSocketDirectory } from './data-directory.ts';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';
import { clearLeftovers, readPostmasterPid, servesCluster, stopPostmaster } from './postmaster.ts';
import { chooseIdentity, commandAs, linkLibraries } from './programs.ts';
import { connectionIn, openSession, type Session } from './session.ts';

/** A server that has its pid but does not listen hangs, or has lost its socket. */
const ADOPTION_SILENCE_MS = 5_000;
/** The first start of all reads 50 MB of binaries from a disk that may be slow. */
const START_SILENCE_MS = 30_000;
/** After a crash a server may need minutes to replay its log. It answers that it is at work. */
const RECOVERY_TIMEOUT_MS = 180_000;
const LOG_RECOVERY_AFTER_MS = 5_000;

interface Terms {
  /** No other process uses the server: it may be replaced, so that it has the present binaries and settings. */
  readonly isAlone: boolean;
  /** A server that does not answer may be stopped. */
  readonly mayStopHung: boolean;
}

/** A session with the server of this directory: with the running one or, if that is unsuitable, with a new one. Call it under the start lock. */
export async function openServer(host: HostEnvironment, { isAlone, mayStopHung }: Terms): Promise<Session> {
  const { directory, log } = host;
  const running = await findRunning(host);
  const isSame = running && (await isLaunchedAs(host));
  if (running?.isVisible && isAlone && !isSame) {
    await stop(host, running);
  } else if (running) {
    const session = await attach(host, ADOPTION_SILENCE_MS, () => isRunning(host));
    if (session) {
      log('PostgreSQL was running already', { pid: running.pid, isSame });
      return session;
    }
    // Look again: the server may have been about to end, when its pid and its socket go one after the other.
    const hung = await findRunning(host);
    if (hung && !hung.isVisible) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL (pid ${hung.pid}) of ${directory.root} runs in another container and does not answer: stop it there.`,
      );
    }
    if (hung && !mayStopHung) {
      throw new EmbeddedPostgresError(
        `The database in ${directory.root} is in use by another process, but its PostgreSQL does not answer.`,
      );
    }
    if (hung) await stop(host, hung);
  }
  return startServer(host);
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

async function isRunning(host: HostEnvironment): Promise<boolean> {
  return (await findRunning(host)) !== undefined;
}

async function stop({ directory, shutdownSteps, log }: HostEnvironment, { pid }: Running): Promise<void> {
  const signal = await stopPostmaster(pid, directory.cluster, shutdownSteps);
  log('PostgreSQL was stopped', { pid, signal, dataDir: directory.root });
}

/** A session as soon as the server answers. Undefined if it ends, or runs for `silenceMs` without an answer. */
async function attach(
  { directory, log }: HostEnvironment,
  silenceMs: number,
  mayAnswer: () => Promise<boolean>,
): Promise<Session | undefined> {
  const start = performance.now();
  let timeoutMs = silenceMs;
  let logged = false;
  for (let elapsed = 0; elapsed < timeoutMs; elapsed = performance.now() - start) {
    try {
      return await openSession(connectionIn(await realpath(directory.sockets)));
    } catch (error) {
      // It refuses the user: only an operator can have changed that.
      if (codeOf(error).startsWith('28')) throw error;
      if (isRecovering(error)) timeoutMs = RECOVERY_TIMEOUT_MS;
    }
    if (!(await mayAnswer())) return undefined;
    if (elapsed > LOG_RECOVERY_AFTER_MS && !logged) {
      log('PostgreSQL is recovering', { dataDir: directory.root });
      logged = true;
    }
    // A recovering server writes each refusal into its log.
    await pause(elapsed < 1_000 ? 5 : 100);
  }
  return undefined;
}

/** The same code states that the server shuts down. */
function isRecovering(error: unknown): boolean {
  return codeOf(error) === '57P03' && !messageOf(error).includes('shutting down');
}

/** Makes the cluster if there is none, and starts a server on it. */
async function startServer(host: HostEnvironment): Promise<Session> {
  const { directory, binaries, mayUseNamespaces, onSpawn } = host;
  await clearLeftovers(directory.cluster);
  const identity = await chooseIdentity({ ...directory, postgres: binaries.postgres, mayUseNamespaces });
  const runner = { ...identity, libraryPath: await linkLibraries(binaries.home, directory.libraries) };
  await ensureCluster(host, runner);
  const socketDirectory = await makeSocketDirectory(directory, runner.owner);
  await boundServerLog(directory.serverLog);
  await using log = await openServerLog(directory.serverLog);
  const { size: logStart } = await log.stat();

  const settings = [...settingsFor(socketDirectory), ...host.settings, ['slotline.launch', launchId(host)]];
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = commandAs(runner, [binaries.postgres, '-D', directory.cluster, ...options]);
  // A session of its own, because the terminal's signals must not stop it: our process has to close its pool first.
  // The log is a file rather than a pipe, so that a server that outlives us can go on writing.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  onSpawn();
  let failure = '';
  child.once('error', (error) => {
    failure = `could not be run (${messageOf(error)})`;
  });
  child.once('exit', (code, signal) => {
    failure ||= `ended with ${signal ?? `code ${code}`}`;
  });

  // A process that was killed may have started another server, which had no pid file yet: if that one serves, use it.
  const mayAnswer = async () => failure === '' || isRunning(host);
  const session = await attach(host, START_SILENCE_MS, mayAnswer).catch((error) => {
    failure ||= `does not serve (${messageOf(error)})`;
  });
  if (session) return session;
  if (child.pid) await stopPostmaster(child.pid, directory.cluster, host.shutdownSteps);
  const output = (await readFile(directory.serverLog)).subarray(logStart).toString();
  throw new EmbeddedPostgresError(
    `The database in ${directory.root} did not start: PostgreSQL ${failure || 'does not answer'}. ${lastLines(output)}`,
  );
}

/** Identifies the binaries and settings of a start. */
function launchId({ directory, binaries, settings }: HostEnvironment): string {
  const description = JSON.stringify([binaries.fingerprint, settingsFor(directory.sockets), settings]);
  return createHash('sha256').update(description).digest('hex').slice(0, 16);
}

/** PostgreSQL leaves the command line of its start in the cluster. */
async function isLaunchedAs(host: HostEnvironment): Promise<boolean> {
  const commandLine = await readFile(join(host.directory.cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return commandLine.includes(launchId(host));
}

const MAX_LOG_BYTES = 8 * 1024 * 1024;

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
