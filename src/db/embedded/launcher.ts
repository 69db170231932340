import { setTimeout as pause } from 'node:timers/promises';
import { hasCluster } from './cluster.ts';
import { type HostEnvironment, type Log, openDataDirectory, type Settings } from './data-directory.ts';
import { messageOf } from './errors.ts';
import { isInUse, type Lock, lockForServer, lockForUse, underStartLock } from './locks.ts';
import { SHUTDOWN_STEPS, type ShutdownSteps } from './postmaster.ts';
import { findBinaries, locateInstalledPackage } from './programs.ts';
import { boundServerLog, closeServer, openServer } from './server.ts';
import { type Connection, type Session, urlOf } from './session.ts';

/** How long another process may take to start or stop the same database. */
const START_LOCK_TIMEOUT_MS = { server: 60_000, command: 15_000 } as const;

const RECOVERY_ATTEMPTS = 2;
const RECOVERY_PAUSE_MS = 1_000;
const CHECK_LOG_EVERY_MS = 60_000;

export interface EmbeddedPostgres {
  /** Settings for libpq and pg. The host is the directory of the unix socket. */
  readonly connection: Connection;
  /** The same as a postgresql:// URL, for pg and Prisma. */
  readonly url: string;
  /** Stops the database, unless another process still uses it. Close the pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** At most one server runs at a time. Commands run beside it, or without one. */
  readonly role: 'server' | 'command';
  readonly log?: Log;
  /** Called after a PostgreSQL program was started, which works without this process for a while. */
  readonly onSpawn?: (() => void) | undefined;
  /** Called after the database died and could not be restarted. */
  readonly onCrash?: (error: Error) => void;
  /** Machine-specific values that tests override. */
  readonly machine?: Machine;
}

interface Machine {
  readonly locatePackage?: () => string | undefined;
  readonly namespaces?: boolean;
  readonly shutdownSteps?: ShutdownSteps;
  /** Override settings of the same name, if no data has to survive a crash of the machine. */
  readonly settings?: Settings;
}

/**
 * Returns the PostgreSQL of this data directory, ready for use. It is created and started if necessary, shared with the process
 * that runs it, or taken over from a process that was killed. The last process that uses it stops it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { role, onCrash = () => {} } = options;
  const host = await examineHost(options);
  const { directory, log } = host;
  const serverLock = role === 'server' ? await lockForServer(directory) : undefined;
  let use: Lock | undefined;
  const open = (timeoutMs: number) =>
    underStartLock(directory, timeoutMs, () => {
      use?.release();
      const isAlone = !isInUse(directory);
      use = lockForUse(directory);
      return openServer(host, { isAlone, mayStopHung: isAlone || role === 'server' });
    });
  const leave = () =>
    underStartLock(directory, START_LOCK_TIMEOUT_MS.command, async () => {
      use?.release();
      if (!isInUse(directory)) await closeServer(host);
    });
  const releaseLocks = async () => {
    use?.release();
    await serverLock?.release();
  };

  const first = await open(START_LOCK_TIMEOUT_MS[role]).catch(async (error) => {
    await releaseLocks();
    throw error;
  });
  const reopen = () => open(START_LOCK_TIMEOUT_MS.server);
  const supervisor = supervise(first, host, { reopen, onCrash });
  const logCheck = setInterval(() => boundServerLog(directory.serverLog).catch(() => {}), CHECK_LOG_EVERY_MS).unref();
  const end = async () => {
    clearInterval(logCheck);
    await supervisor.stop();
    // The process that holds the start lock will stop the server, or the next start adopts it.
    await leave().catch((error) => {
      log('PostgreSQL was left running', { dataDir: directory.root, error: messageOf(error) });
    });
    await releaseLocks();
  };
  let ending: Promise<void> | undefined;
  const { connection } = first;
  const stop = () => {
    ending ??= end();
    return ending;
  };
  return { connection, url: urlOf(connection), stop };
}

async function examineHost({
  dataDir,
  log = () => {},
  onSpawn = () => {},
  machine = {},
}: EmbeddedPostgresOptions): Promise<HostEnvironment> {
  const { locatePackage = locateInstalledPackage, namespaces = true } = machine;
  const { shutdownSteps = SHUTDOWN_STEPS, settings = [] } = machine;
  const directory = await openDataDirectory(dataDir);
  const binaries = await findBinaries(locatePackage());
  await hasCluster(directory.cluster, binaries.majorVersion);
  return { directory, binaries, mayUseNamespaces: namespaces, shutdownSteps, settings, log, onSpawn };
}

interface Supervision {
  readonly reopen: () => Promise<Session>;
  /** Called after the server could not be restarted. */
  readonly onCrash: (error: Error) => void;
}

/** Restarts the server when its session is lost. PostgreSQL itself recovers committed data. */
function supervise(session: Session, { directory, log }: HostEnvironment, { reopen, onCrash }: Supervision) {
  const { cluster } = directory;
  let current = session;
  let isStopped = false;
  let lastRecovery = Number.NEGATIVE_INFINITY;

  const watch = async (): Promise<void> => {
    if (isStopped) return current.close();
    await current.lost;
    if (isStopped) return;
    log('PostgreSQL went away, restarting it', { cluster }, 'error');
    // A server that keeps crashing must not keep the machine busy.
    if (performance.now() - lastRecovery < RECOVERY_PAUSE_MS) await pause(RECOVERY_PAUSE_MS);
    for (let attempt = 1; !isStopped; attempt++) {
      try {
        current = await reopen();
        lastRecovery = performance.now();
        log('PostgreSQL is back', { cluster });
        return watch();
      } catch (error) {
        log('PostgreSQL could not be restarted', { attempt, error: messageOf(error) });
        if (attempt === RECOVERY_ATTEMPTS) return onCrash(error instanceof Error ? error : new Error(messageOf(error)));
        await pause(RECOVERY_PAUSE_MS);
      }
    }
  };

  const watching = watch();
  return {
    /** Stops watching, after a recovery in progress. */
    stop: async () => {
      isStopped = true;
      current.close();
      await watching;
    },
  };
}
