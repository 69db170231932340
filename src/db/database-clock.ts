import type { Pool } from 'pg';
import type { Clock } from '#src/lib/time/clock.ts';

const samples = 3;
/** A longer round trip says more about the load than about the clock. */
const maxRoundTripMs = 250;

/**
 * The database's clock, read without a query: all nodes over one database agree about what has expired, whatever their
 * own clocks say. A node measures once in a while how far the database's clock is ahead of its own monotonic clock, which
 * nobody sets.
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
   * The error of a sample is at most half of its round trip, so the shortest round trip decides. Where all of them are long,
   * the last measurement stays.
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
