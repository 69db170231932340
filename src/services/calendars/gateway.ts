import type { CalendarKind } from '#src/domain/calendars/calendar.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { OutgoingClient } from '#src/lib/network/outgoing-client.ts';
import { type AddressRules, isLoopbackHost } from '#src/lib/network/public-address.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { SecretKeys } from '#src/lib/secrets/secret-keys.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { metered } from './answers/metered-provider.ts';
import { OAuthClient, type ProviderClient } from './oauth/oauth-client.ts';
import { type OAuthKind, type ProviderEndpoints, providerSettings } from './oauth/provider-settings.ts';
import { Renewals } from './oauth/renewals.ts';
import { caldavProvider } from './providers/caldav.ts';
import { googleProvider } from './providers/google/google.ts';
import { icsProvider } from './providers/ics.ts';
import { microsoftProvider } from './providers/microsoft/microsoft.ts';
import type { CalendarProvider, CalendarSecret } from './providers/provider.ts';

/** The purpose of the key that seals the credentials of calendars. */
export const calendarSecretPurpose = 'calendar-connections';

interface GatewayOptions extends AddressRules {
  readonly secretKeys: SecretKeys;
  readonly baseUrl: string;
  /** The public URL of the web app; `baseUrl` by default. */
  readonly appUrl?: string;
  /** How long a successful read is trusted. */
  readonly maxAgeMinutes: number;
  readonly google: ProviderClient | undefined;
  readonly microsoft: ProviderClient | undefined;
  /** Overrides the providers' addresses, for example in tests. */
  readonly endpoints?: Partial<Record<OAuthKind, ProviderEndpoints>>;
  /** True if providers can reach this server with push notifications. By default: if its URL is https and not localhost. */
  readonly receivesPush?: boolean;
}

/** The path to which a provider redirects the member's browser. */
export const callbackPath = '/calendars/oauth/callback';

/** The access to external calendars of members. Each process has one. */
export class CalendarGateway {
  readonly http: OutgoingClient;
  readonly maxAgeMs: number;
  /** The host part of our entries' UIDs. */
  readonly host: string;
  /** Seals the state that a provider returns with the member's browser. */
  readonly authorizations: SealedTexts;
  /** Signs the token that a provider returns with each push notification. */
  readonly pushTokens: SignedTexts;
  /** The URL for push notifications; undefined if providers cannot reach this server. */
  readonly pushUrl: string | undefined;
  /** The token renewals that run in this process. */
  readonly renewals = new Renewals();
  readonly #secrets: SealedTexts;
  readonly #clients: Partial<Record<CalendarKind, OAuthClient>> = {};
  readonly #providers: Partial<Record<CalendarKind, CalendarProvider>> = {
    ICS: metered(icsProvider),
    CALDAV: metered(caldavProvider),
  };

  constructor({ secretKeys, baseUrl, maxAgeMinutes, allowsLoopback, ...options }: GatewayOptions) {
    const { appUrl = baseUrl, endpoints = {}, receivesPush = isPublic(baseUrl) } = options;
    this.http = new OutgoingClient({ allowsLoopback });
    this.maxAgeMs = maxAgeMinutes * 60_000;
    this.host = new URL(baseUrl).hostname;
    this.#secrets = new SealedTexts(secretKeys, calendarSecretPurpose);
    this.authorizations = new SealedTexts(secretKeys, 'calendar-authorizations');
    this.pushTokens = new SignedTexts(secretKeys, 'calendar-push');
    this.pushUrl = receivesPush ? `${baseUrl}/calendars/push` : undefined;
    const oauth = { GOOGLE: options.google, MICROSOFT: options.microsoft };
    for (const kind of ['GOOGLE', 'MICROSOFT'] as const) {
      const client = oauth[kind];
      if (!client) continue;
      const settings = { ...providerSettings[kind], ...endpoints[kind] };
      const redirectUri = `${appUrl}${callbackPath}`;
      this.#clients[kind] = new OAuthClient({ ...client, kind, settings, http: this.http, redirectUri });
      this.#providers[kind] = metered((kind === 'GOOGLE' ? googleProvider : microsoftProvider)(settings));
    }
  }

  /** The kinds of calendars that members can connect. */
  get kinds(): readonly CalendarKind[] {
    return Object.keys(this.#providers) as CalendarKind[];
  }

  provider(kind: CalendarKind): CalendarProvider {
    return this.#providers[kind] ?? notSetUp();
  }

  /** This server as an OAuth client of the provider. */
  client(kind: CalendarKind): OAuthClient {
    return this.#clients[kind] ?? notSetUp();
  }

  seal(secret: CalendarSecret): Buffer {
    return this.#secrets.seal(JSON.stringify(secret));
  }

  /** Throws if the secret was sealed with another SECRET_KEY. */
  open(sealed: Buffer): CalendarSecret {
    const text = this.#secrets.open(sealed);
    if (text === undefined) {
      throw new CalendarProblem(
        'The stored credential cannot be read with this SECRET_KEY: connect the calendar again.',
        {
          isRefused: true,
        },
      );
    }
    return JSON.parse(text);
  }

  /** Waits for renewals: a provider may have issued a refresh token that is not stored yet. */
  async close(): Promise<void> {
    await this.renewals.settled();
    await this.http.close();
  }
}

function notSetUp(): never {
  throw new CalendarProblem(
    'This server is no longer set up for calendars of this provider: ask its operator to fix this.',
  );
}

/** Providers send only to https and only to host names that they can resolve. */
function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' && !isLoopbackHost(hostname);
}
