import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries, locateInstalledPackage, type PackageLocator } from './binaries.ts';
import { hasCluster, openDataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import { keepRunning } from './keeper.ts';
import { closeServer, openServer } from './open.ts';
import { PATIENCE, type Patience } from './postmaster.ts';
import { type Role, type Seat, takeSeat, underStartLock } from './seat.ts';
import { keepServerLogBounded } from './server-log.ts';
import { type Session, urlOf } from './session.ts';
import type { Log, Site } from './site.ts';

/** How long another process may take with starting or stopping the same database. */
const TURN_MS = { server: 60_000, command: 15_000 } as const;
const RETRY_MS = 20;

export interface EmbeddedPostgres {
  /** libpq/pg settings: host is the unix socket directory */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** postgresql:// URL form of the same, usable by pg and Prisma */
  readonly url: string;
  /** Stops the database, unless another process still uses it. Close the pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** One server at a time; commands work beside it, or by themselves. */
  readonly role: Role;
  readonly log?: Log;
  /** The database died and could not be brought back. */
  readonly onCrash?: (error: Error) => void;
  /** What differs from machine to machine, for tests. */
  readonly machine?: Machine;
}

interface Machine {
  readonly locatePackage?: PackageLocator;
  readonly namespaces?: boolean;
  readonly patience?: Patience;
}

/**
 * The PostgreSQL of this data directory, ready to be used: made and started if need be, else shared with the process
 * that runs it, or taken over from one that was killed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const site = await survey(options);
  const seat = await takeSeat(site.directory, options.role);
  try {
    return await occupy(site, seat, options);
  } catch (error) {
    await seat.leave();
    throw error;
  }
}

async function survey({ dataDir, log = () => {}, machine = {} }: EmbeddedPostgresOptions): Promise<Site> {
  const directory = await openDataDirectory(dataDir);
  const binaries = await findBinaries(machine.locatePackage ?? locateInstalledPackage, directory.libraries);
  await hasCluster(directory, binaries.majorVersion);
  const { namespaces: mayUseNamespaces = true, patience = PATIENCE } = machine;
  return { directory, binaries, mayUseNamespaces, patience, log };
}

async function occupy(site: Site, seat: Seat, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const session = await enter(site, seat, options.role);
  const keeper = keepRunning(session, {
    log: site.log,
    reopen: () => reenter(site),
    onCrash: options.onCrash ?? (() => {}),
  });
  const endLogWatch = keepServerLogBounded(site.directory.serverLog);
  return handle(session, async () => {
    endLogWatch();
    await keeper.stop();
    await exit(site, seat);
  });
}

/** Others who use the database have lost it as well when it died, and bring it back: that is waited for. */
async function enter(site: Site, seat: Seat, role: Role): Promise<Session> {
  const deadline = performance.now() + TURN_MS[role];
  while (performance.now() < deadline) {
    const session = await underStartLock(site.directory, deadline - performance.now(), async () => {
      const { alone } = seat.sit();
      const found = await openServer(site, { takeAny: !alone, replace: alone });
      if (!found) seat.rise();
      return found;
    });
    if (session) return session;
    await pause(RETRY_MS);
  }
  throw new EmbeddedPostgresError(
    `The database in ${site.directory.root} is in use by another process, but its PostgreSQL does not answer.`,
  );
}

/** For one who was there when the server died. Whoever is first brings it back, the rest find it running. */
async function reenter(site: Site): Promise<Session> {
  const terms = { takeAny: true, replace: true };
  const session = await underStartLock(site.directory, TURN_MS.server, () => openServer(site, terms));
  if (!session) throw new EmbeddedPostgresError(`The database in ${site.directory.root} is gone.`);
  return session;
}

/** The last one out stops the server. Where it is not our turn, another process is about to use it. */
async function exit(site: Site, seat: Seat): Promise<void> {
  try {
    await underStartLock(site.directory, TURN_MS.command, async () => {
      if (seat.rise().last) await closeServer(site);
    });
  } catch (error) {
    site.log('PostgreSQL was left running', { dataDir: site.directory.root, error: messageOf(error) });
  } finally {
    await seat.leave();
  }
}

function handle({ connection }: Session, end: () => Promise<void>): EmbeddedPostgres {
  let ending: Promise<void> | undefined;
  return {
    connection,
    url: urlOf(connection),
    stop: () => {
      ending ??= end();
      return ending;
    },
  };
}
