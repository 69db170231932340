import type { Pool } from 'pg';
import type { Clock } from '#src/lib/time/clock.ts';

const samples = 3;
/** A longer round trip says more about the load than about the clock. */
const maxRoundTripMs = 250;

/**
 * Reads the database's clock without a query for each read. All nodes that share a database agree about what has expired,
 * whatever their own clocks say. A node measures periodically how far the database's clock is ahead of the node's monotonic
 * clock, which nobody adjusts.
 */
export class DatabaseClock implements Clock {
  readonly #pool: Pool;
  #offsetMs = 0;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  static async open(pool: Pool): Promise<DatabaseClock> {
    const clock = new DatabaseClock(pool);
    await clock.measure(Number.POSITIVE_INFINITY);
    return clock;
  }

  now(): Date {
    return new Date(performance.now() + this.#offsetMs);
  }

  /**
   * The error of a sample is at most half of its round trip, so the shortest round trip is used. If all are too long, the
   * previous measurement stays.
   */
  async measure(longestMs = maxRoundTripMs): Promise<void> {
    let shortestMs = longestMs;
    let offsetMs = this.#offsetMs;
    for (let sample = 0; sample < samples; sample++) {
      const sentAt = performance.now();
      const { rows } = await this.#pool.query<{ ms: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "ms"',
      );
      const receivedAt = performance.now();
      const roundTripMs = receivedAt - sentAt;
      const [row] = rows;
      if (!row || roundTripMs >= shortestMs) continue;
      shortestMs = roundTripMs;
      offsetMs = row.ms - (sentAt + receivedAt) / 2;
    }
    this.#offsetMs = offsetMs;
  }
}
