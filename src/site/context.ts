import type { Context as KoaContext } from 'koa';
import type { AccountLimits } from '#src/access/account-limits.ts';
import type { ArrivalLimits } from '#src/access/arrival-limits.ts';
import type { AuthenticationContext } from '#src/access/authenticate.ts';
import type { LoginThrottle } from '#src/access/login-throttle.ts';
import type { RateGate } from '#src/access/rate-limit/gate.ts';
import type { SecretKeys } from '#src/lib/secrets/secret-keys.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import type { Consent } from '#src/oauth/consent.ts';
import type { AccountContext } from '#src/services/accounts/context.ts';
import type { CalendarGateway } from '#src/services/calendars/gateway.ts';
import type { SiteAddresses } from './look/document.ts';
import type { FormTokens } from './look/form-tokens.ts';

/** The credentials of the demo workspace. */
export interface DemoCredentials {
  readonly ownerEmail: string;
  readonly ownerPassword: string;
  /** Undefined if the demo was created elsewhere. */
  readonly key: string | undefined;
}

/** The options that all pages of the server share. */
export interface PagesOptions extends AuthenticationContext, AccountContext, SiteAddresses {
  readonly gate: RateGate;
  readonly signInThrottle: LoginThrottle;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  /** The installation's secret, from which the key of form tokens is derived. */
  readonly secretKeys: SecretKeys;
  readonly accountLimits: AccountLimits;
  readonly arrivalLimits: ArrivalLimits;
  /** The demo workspace, if there is one and pages may show its credentials. */
  readonly demo?: DemoCredentials | undefined;
  /** True if the demo can be entered without a password. */
  readonly hasDemo: boolean;
  /** The scripts and styles that the application loads first. */
  readonly applicationFiles: () => Promise<readonly string[]>;
  readonly consent: Consent;
  /** Signs the links that switch weekly mails off. */
  readonly weeklyMailLinks: SignedTexts;
  /** The access to external calendars of members. */
  readonly calendars: CalendarGateway;
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}

export interface PagesContext extends PagesOptions {
  readonly formTokens: FormTokens;
}
