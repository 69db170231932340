import type { Database } from '#src/db/database.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { EventExamples } from '#src/domain/webhooks/event.ts';
import type { AddressRules } from '#src/lib/network/public-address.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { AuditContext, RequestOrigin } from './audit/context.ts';
import type { CalendarGateway } from './calendars/gateway.ts';
import type { HostChecks } from './calendars/host-checks.ts';
import type { SlotEngine } from './slots/slot-engine.ts';

/** The first argument of every use case. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Set if an open transaction may be retried after checks of hosts. */
  readonly hostChecks?: HostChecks;
}

/** The context of a use case that updates calls. */
export interface CallContext extends ServiceContext {
  /** True if this installation sends e-mail about calls. */
  readonly sendsMail: boolean;
}

/** The context of a use case that needs open slots. */
export interface SlotContext extends CallContext {
  /** Reads and writes external calendars of members. */
  readonly calendars: CalendarGateway;
  readonly slots: SlotEngine;
}

/** Decides which addresses webhooks may be sent to. */
export interface WebhookTargets extends AddressRules {
  /** Resolves a host name to its addresses; rejects if it does not resolve. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** The context of a use case for a caller: it reads and writes nothing outside the principal's workspace. */
export interface CallerContext extends SlotContext, AuditContext, RequestOrigin {
  readonly principal: Principal;
  /** Signs the cursors of lists. */
  readonly cursors: SignedTexts;
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhookSecrets: SealedTexts;
  readonly webhookTargets: WebhookTargets;
  /** Creates the events for tests of webhooks. */
  readonly eventExample: EventExamples;
}
