import type { Database } from '#src/db/database.ts';
import type { Principal } from '#src/domain/access/policy.ts';
import type { Clock } from '#src/lib/clock.ts';

/** What every use case is given, first. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: Clock;
}

/** What a use case on somebody's behalf is given: nothing is read or written outside the principal's workspace. */
export interface CallerContext extends ServiceContext {
  readonly principal: Principal;
}
