import { readSetupSteps } from '#src/db/reads/setup-steps.ts';
import { type SetupSteps, setupDays } from '#src/domain/workspaces/setup-steps.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { CallerContext } from './context.ts';

/** The steps of the caller in a new workspace; null once it is no longer new, or the caller has hidden them. */
export async function getSetupSteps({ db, clock, principal }: CallerContext): Promise<SetupSteps | null> {
  const now = clock.now();
  const since = new Date(now.getTime() - setupDays * dayMs);
  return (await readSetupSteps(db, [principal.workspaceId, principal.userId], { since, now })) ?? null;
}
