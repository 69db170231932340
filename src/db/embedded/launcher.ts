import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries, locateInstalledPackage, type PackageLocator } from './binaries.ts';
import { hasCluster, openDataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import type { HostEnvironment, Log, Settings } from './identity.ts';
import { type Lease, type Role, takeLease, underStartLock } from './lease.ts';
import { SHUTDOWN_STEPS, type ShutdownSteps } from './postmaster.ts';
import { closeServer, keepServerLogBounded, openServer } from './server.ts';
import { type Connection, type Session, urlOf } from './session.ts';

/** How long another process may take to start or stop the same database. */
const START_LOCK_TIMEOUT_MS = { server: 60_000, command: 15_000 } as const;
const RETRY_MS = 20;

const RECOVERY_ATTEMPTS = 2;
const RECOVERY_PAUSE_MS = 1_000;

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
  /** One server at a time. Commands work beside it, or without one. */
  readonly role: Role;
  readonly log?: Log;
  /** A program of PostgreSQL was started, and works without this process for a while. */
  readonly onSpawn?: (() => void) | undefined;
  /** The database died and could not be brought back. */
  readonly onCrash?: (error: Error) => void;
  /** What differs from machine to machine, for tests. */
  readonly machine?: Machine;
}

interface Machine {
  readonly locatePackage?: PackageLocator;
  readonly namespaces?: boolean;
  readonly shutdownSteps?: ShutdownSteps;
  /** Replace those of the same name, where nothing has to survive the machine. */
  readonly settings?: Settings;
}

/**
 * The PostgreSQL of this data directory, ready to be used. It is made and started if need be, shared with the process
 * that runs it, or taken over from one that was killed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const host = await examineHost(options);
  const lease = await takeLease(host.directory, options.role);
  try {
    return await serve(host, lease, options);
  } catch (error) {
    await lease.close();
    throw error;
  }
}

async function examineHost({
  dataDir,
  log = () => {},
  onSpawn = () => {},
  machine = {},
}: EmbeddedPostgresOptions): Promise<HostEnvironment> {
  const directory = await openDataDirectory(dataDir);
  const binaries = await findBinaries(machine.locatePackage ?? locateInstalledPackage, directory.libraries);
  await hasCluster(directory, binaries.majorVersion);
  const { namespaces: mayUseNamespaces = true, shutdownSteps = SHUTDOWN_STEPS, settings = [] } = machine;
  return { directory, binaries, mayUseNamespaces, shutdownSteps, settings, log, onSpawn };
}

async function serve(host: HostEnvironment, lease: Lease, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const session = await enter(host, lease, options.role);
  const supervisor = supervise(session, {
    log: host.log,
    reopen: () => reenter(host),
    onCrash: options.onCrash ?? (() => {}),
  });
  const endLogWatch = keepServerLogBounded(host.directory.serverLog);
  let ending: Promise<void> | undefined;
  const end = async () => {
    endLogWatch();
    await supervisor.stop();
    await leave(host, lease);
  };
  return {
    connection: session.connection,
    url: urlOf(session.connection),
    stop: () => {
      ending ??= end();
      return ending;
    },
  };
}

/** Where the server died under other processes that use it, they bring it back and this one waits for them. */
async function enter(host: HostEnvironment, lease: Lease, role: Role): Promise<Session> {
  const deadline = performance.now() + START_LOCK_TIMEOUT_MS[role];
  while (performance.now() < deadline) {
    const session = await underStartLock(host.directory, deadline - performance.now(), async () => {
      const { alone } = lease.acquire();
      const opened = await openServer(host, { acceptAny: !alone, mayReplace: alone });
      if (!opened) lease.release();
      return opened;
    });
    if (session) return session;
    await pause(RETRY_MS);
  }
  throw new EmbeddedPostgresError(
    `The database in ${host.directory.root} is in use by another process, but its PostgreSQL does not answer.`,
  );
}

/** For a process that used the server when it died. The first such process restarts it, the others find it running. */
async function reenter(host: HostEnvironment): Promise<Session> {
  const terms = { acceptAny: true, mayReplace: true };
  const session = await underStartLock(host.directory, START_LOCK_TIMEOUT_MS.server, () => openServer(host, terms));
  if (!session) throw new EmbeddedPostgresError(`The database in ${host.directory.root} is gone.`);
  return session;
}

/** The last process stops the server. One that cannot get the start lock leaves it to the process that holds it. */
async function leave(host: HostEnvironment, lease: Lease): Promise<void> {
  try {
    await underStartLock(host.directory, START_LOCK_TIMEOUT_MS.command, async () => {
      if (lease.release().last) await closeServer(host);
    });
  } catch (error) {
    host.log('PostgreSQL was left running', { dataDir: host.directory.root, error: messageOf(error) });
  } finally {
    await lease.close();
  }
}

interface Supervision {
  readonly reopen: () => Promise<Session>;
  readonly log: Log;
  /** The server could not be brought back. */
  readonly onCrash: (error: Error) => void;
}

/** Restarts the server whenever its session is lost. PostgreSQL itself recovers what was committed. */
function supervise(first: Session, supervision: Supervision) {
  let session = first;
  let stopped = false;
  let recovery: Promise<void> = Promise.resolve();
  let lastRecovery = Number.NEGATIVE_INFINITY;

  const watch = () => {
    void session.lost.then(() => {
      if (!stopped) recovery = recover();
    });
  };
  const recover = async () => {
    supervision.log('PostgreSQL went away, bringing it back', { cluster: session.cluster }, 'error');
    // A server that dies again and again must not keep the machine busy.
    if (performance.now() - lastRecovery < RECOVERY_PAUSE_MS) await pause(RECOVERY_PAUSE_MS);
    const reopened = await tryToReopen(supervision, () => stopped);
    if (!reopened) return;
    session = reopened;
    lastRecovery = performance.now();
    supervision.log('PostgreSQL is back', { cluster: session.cluster });
    watch();
  };

  watch();
  return {
    /** Ends the watch, after a recovery that is under way. */
    stop: async () => {
      stopped = true;
      await recovery;
      session.close();
    },
  };
}

async function tryToReopen(
  { reopen, log, onCrash }: Supervision,
  isStopped: () => boolean,
): Promise<Session | undefined> {
  for (let attempt = 1; !isStopped(); attempt++) {
    try {
      return await reopen();
    } catch (error) {
      log('PostgreSQL did not come back', { attempt, error: messageOf(error) });
      if (attempt === RECOVERY_ATTEMPTS) {
        onCrash(error instanceof Error ? error : new Error(messageOf(error)));
        return undefined;
      }
      await pause(RECOVERY_PAUSE_MS);
    }
  }
  return undefined;
}
