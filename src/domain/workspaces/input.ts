import { z } from 'zod';
import { plans } from '#src/domain/access/roles.ts';
import { enumeration, id, text } from '#src/domain/input.ts';
import { password, personName, userEmail } from '#src/domain/users/input.ts';

export const workspaceName = () => text(255).trim().min(1, 'Must not be empty');

export const timeZone = () => text(64).refine(isTimeZone, 'Must be an IANA time zone such as Europe/Berlin');

export const createWorkspaceInput = z.object({
  name: workspaceName(),
  ownerEmail: userEmail(),
  ownerPassword: password(),
  ownerFirstName: personName().optional(),
  ownerLastName: personName().optional(),
  plan: enumeration(plans).default('STARTUP'),
  timeZone: timeZone().default('UTC'),
});

export const setWorkspaceInput = z
  .object({
    workspaceId: id(),
    plan: enumeration(plans).optional(),
    rateLimitPoints: z
      .int('Must be an integer')
      .min(1, 'Must be at least 1')
      .max(1_000_000, 'Must be at most 1000000')
      .optional(),
  })
  .refine(({ plan, rateLimitPoints }) => plan !== undefined || rateLimitPoints !== undefined, {
    error: 'Nothing to change: give a plan or rate limit points',
    // Told beside a wrong id as well, but not to somebody who gave a wrong plan.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] === 'workspaceId'),
  });

export type CreateWorkspaceInput = z.output<typeof createWorkspaceInput>;
export type SetWorkspaceInput = z.output<typeof setWorkspaceInput>;

/** Intl takes offsets such as +02:00 for zones too, and they know no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
