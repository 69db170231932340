import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { attach } from './attach.ts';
import type { Binaries } from './binaries.ts';
import { ensureCluster, lastLines } from './cluster.ts';
import { commandAs } from './command.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { stopPostmaster } from './postmaster.ts';
import { boundServerLog, openServerLog, readServerLogFrom } from './server-log.ts';
import type { Session } from './session.ts';
import { settingsFor } from './settings.ts';
import type { Site } from './site.ts';
import { makeSocketDirectory } from './socket-directory.ts';

/** The first start of all reads 50 MB of binaries from a disk that may be slow. */
const SILENCE_MS = 30_000;

/** Starts a server on the cluster, which is made if need be. To be called only while none runs. */
export async function startServer(site: Site): Promise<Session> {
  const identity = await chooseIdentity(site);
  await ensureCluster(site, identity);
  const socketDirectory = await makeSocketDirectory(site.directory, identity);
  await boundServerLog(site.directory.serverLog);
  return spawnServer(site, identity, socketDirectory);
}

/** Tells two starts apart that differ in their binaries or settings. */
export function launchId(binaries: Binaries, socketDirectory: string): string {
  const description = JSON.stringify([binaries.fingerprint, settingsFor(socketDirectory)]);
  return createHash('sha256').update(description).digest('hex').slice(0, 16);
}

async function spawnServer(site: Site, identity: Identity, socketDirectory: string): Promise<Session> {
  const log = await openServerLog(site.directory.serverLog);
  const start = (await log.stat()).size;
  try {
    const child = spawnDetached(site, identity, socketDirectory, log.fd);
    const failure = failureOf(child);
    const session = await attach(site, {
      isRunning: async () => failure.text === undefined,
      silenceMs: SILENCE_MS,
    }).catch((error) => {
      failure.text ??= `does not serve (${messageOf(error)})`;
    });
    if (session) return session;
    if (child.pid) await stopPostmaster(child.pid, site.directory.cluster, site.patience);
    const output = lastLines(await readServerLogFrom(site.directory.serverLog, start), 5);
    throw new EmbeddedPostgresError(
      `The database in ${site.directory.root} did not start: PostgreSQL ${failure.text ?? 'does not answer'}. ${output}`,
    );
  } finally {
    await log.close();
  }
}

/**
 * In a session of its own, out of reach of the terminal's signals: our process has to close its pool first. The log
 * is a file rather than a pipe, so a server that outlives us can go on writing.
 */
function spawnDetached(site: Site, identity: Identity, socketDirectory: string, log: number): ChildProcess {
  const settings = [...settingsFor(socketDirectory), ['slotline.launch', launchId(site.binaries, socketDirectory)]];
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [site.binaries.postgres, '-D', site.directory.cluster, ...options];
  const prepared = commandAs(identity, site.binaries, command);
  const child = spawn(prepared.file, prepared.args, {
    ...prepared.options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
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
