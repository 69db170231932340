import type { Database } from '#src/db/database.ts';
import type { Principal } from '#src/domain/access/policy.ts';
import type { Clock } from '#src/lib/clock.ts';

/** The first argument of every use case. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: Clock;
}

/** The context of a use case for a caller: it reads and writes nothing outside the principal's workspace. */
export interface CallerContext extends ServiceContext {
  readonly principal: Principal;
}
