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

/** If a server has a pid but does not listen for this long, it hangs or has lost its socket. */
const ADOPTION_SILENCE_MS = 5_000;
/** The very first start reads 50 MB of binaries from a disk that may be slow. */
const START_SILENCE_MS = 30_000;
/** After a crash a server may need minutes to replay its log. It reports this when a client connects. */
const RECOVERY_TIMEOUT_MS = 180_000;
const LOG_RECOVERY_AFTER_MS = 5_000;

interface Terms {
  /** True if no other process uses the server: it may be restarted with the current binaries and settings. */
  readonly isAlone: boolean;
  /** True if a server that does not answer may be stopped. */
  readonly mayStopHung: boolean;
}

/** Opens a session with the running server or, if it is unsuitable, with a new one. Call it under the start lock. */
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
    // Look again: a server that was shutting down removes its pid file and its socket one after the other.
    const hung = await findRunning(host);
    if (hung && !hung.isVisible) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL (pid ${hung.pid}) of ${directory.root} runs in another container and does not respond: stop it there.`,
      );
    }
    if (hung && !mayStopHung) {
      throw new EmbeddedPostgresError(
        `The database in ${directory.root} is in use by another process, but its PostgreSQL does not respond.`,
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
  /** False for a server in another container: it answers, but its pid means nothing here, so it must not be sent signals. */
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

/** Opens a session as soon as the server answers. Returns undefined if it exits, or does not answer for `silenceMs`. */
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
      // The server refuses the user: only an operator can have changed that.
      if (codeOf(error).startsWith('28')) throw error;
      if (isRecovering(error)) timeoutMs = RECOVERY_TIMEOUT_MS;
    }
    if (!(await mayAnswer())) return undefined;
    if (elapsed > LOG_RECOVERY_AFTER_MS && !logged) {
      log('PostgreSQL is recovering', { dataDir: directory.root });
      logged = true;
    }
    // A recovering server logs each refused connection.
    await pause(elapsed < 1_000 ? 5 : 100);
  }
  return undefined;
}

/** A server that is shutting down reports the same code. */
function isRecovering(error: unknown): boolean {
  return codeOf(error) === '57P03' && !messageOf(error).includes('shutting down');
}

/** Creates the cluster if there is none, and starts a server on it. */
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
  // A separate process session, because terminal signals must not stop the server: our process has to close its pool first. The
  // log is a file rather than a pipe, so that a server that outlives us can still write to it.
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

  // A killed process may have started another server that had no pid file yet. If that server answers, use it.
  const mayAnswer = async () => failure === '' || isRunning(host);
  const session = await attach(host, START_SILENCE_MS, mayAnswer).catch((error) => {
    failure ||= `does not serve (${messageOf(error)})`;
  });
  if (session) return session;
  if (child.pid) await stopPostmaster(child.pid, directory.cluster, host.shutdownSteps);
  const output = (await readFile(directory.serverLog)).subarray(logStart).toString();
  throw new EmbeddedPostgresError(
    `The database in ${directory.root} did not start: PostgreSQL ${failure || 'does not respond'}. ${lastLines(output)}`,
  );
}

/** Identifies the binaries and settings of a start. */
function launchId({ directory, binaries, settings }: HostEnvironment): string {
  const description = JSON.stringify([binaries.fingerprint, settingsFor(directory.sockets), settings]);
  return createHash('sha256').update(description).digest('hex').slice(0, 16);
}

/** PostgreSQL stores its command line in the cluster. */
async function isLaunchedAs(host: HostEnvironment): Promise<boolean> {
  const commandLine = await readFile(join(host.directory.cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return commandLine.includes(launchId(host));
}

const MAX_LOG_BYTES = 8 * 1024 * 1024;

/** Opens the log for appending, so that it can be truncated while a server writes to it. */
export function openServerLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}

/**
 * Keeps one earlier log beside the current one. The file is truncated in place, because the server has it open. Lines that the
 * server writes between copy and truncation are lost, which is acceptable for a log.
 */
export async function boundServerLog(path: string, maxBytes = MAX_LOG_BYTES): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size <= maxBytes) return;
  // After a start as root the copy may belong to another user, but the directory is ours.
  await rm(`${path}.1`, { force: true });
  await copyFile(path, `${path}.1`);
  await truncate(path);
}
