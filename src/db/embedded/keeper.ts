import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { Session } from './session.ts';
import type { Log } from './site.ts';

const ATTEMPTS = 2;
const PAUSE_MS = 1_000;

export interface Keeper {
  /** Ends the watch, after a recovery that is under way. */
  stop(): Promise<void>;
}

interface Orders {
  readonly reopen: () => Promise<Session>;
  readonly log: Log;
  /** The server could not be brought back. */
  readonly onCrash: (error: Error) => void;
}

/** Brings the server back whenever its session is lost; PostgreSQL itself recovers what was committed. */
export function keepRunning(first: Session, orders: Orders): Keeper {
  let session = first;
  let stopped = false;
  let recovery: Promise<void> = Promise.resolve();
  let lastReturn = Number.NEGATIVE_INFINITY;

  const watch = () => {
    void session.lost.then(() => {
      if (!stopped) recovery = recover();
    });
  };
  const recover = async () => {
    orders.log('PostgreSQL went away, bringing it back', { cluster: session.cluster });
    // One that dies again and again must not keep the machine busy.
    if (performance.now() - lastReturn < PAUSE_MS) await pause(PAUSE_MS);
    const found = await tryTwice(orders, () => stopped);
    if (!found) return;
    session = found;
    lastReturn = performance.now();
    orders.log('PostgreSQL is back', { cluster: session.cluster });
    watch();
  };

  watch();
  return {
    stop: async () => {
      stopped = true;
      await recovery;
      session.close();
    },
  };
}

async function tryTwice({ reopen, log, onCrash }: Orders, isStopped: () => boolean): Promise<Session | undefined> {
  for (let attempt = 1; !isStopped(); attempt++) {
    try {
      return await reopen();
    } catch (error) {
      log('PostgreSQL did not come back', { attempt, error: messageOf(error) });
      if (attempt === ATTEMPTS) {
        onCrash(error instanceof Error ? error : new Error(messageOf(error)));
        return undefined;
      }
      await pause(PAUSE_MS);
    }
  }
  return undefined;
}
