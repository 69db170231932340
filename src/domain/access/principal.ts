import type { Plan } from './plans.ts';
import type { Role } from './policy.ts';
import type { Scope } from './scopes.ts';

/** Who is calling, and what they may do: made from a credential, once a request. */
export interface Principal {
  readonly credential: 'apiKey' | 'session' | 'accessToken';
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: Role;
  readonly plan: Plan;
  /** IANA zone of the workspace: whole days in date filters are days of this zone. */
  readonly timeZone: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Points a second for each action. */
  readonly rateLimitPoints: number;
}
