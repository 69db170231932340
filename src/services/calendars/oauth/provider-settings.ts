import type { CalendarKind } from '#src/domain/calendars/calendar.ts';

/** The kinds that are connected by OAuth. */
export type OAuthKind = Extract<CalendarKind, 'GOOGLE' | 'MICROSOFT'>;

export interface ProviderSettings {
  /** The name that people know. */
  readonly name: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** The base URL of the API. */
  readonly api: string;
  readonly scopes: readonly string[];
  /** The required scopes: a member who declines one of them is refused. */
  readonly requiredScopes: readonly string[];
  readonly authorizationParameters: Readonly<Record<string, string>>;
}

export type ProviderEndpoints = Pick<ProviderSettings, 'authorizationEndpoint' | 'tokenEndpoint' | 'api'>;

/** Lists calendars, reads busy times of other calendars, and reads and writes events of calendars that the member owns. */
const googleScopes = ['calendar.calendarlist.readonly', 'calendar.freebusy', 'calendar.events.owned'].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

export const providerSettings: Readonly<Record<OAuthKind, ProviderSettings>> = {
  GOOGLE: {
    name: 'Google',
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
    api: 'https://www.googleapis.com/calendar/v3',
    scopes: googleScopes,
    requiredScopes: googleScopes,
    // Google issues a refresh token only for offline access, and issues another only if the member consents again.
    authorizationParameters: { access_type: 'offline', prompt: 'consent' },
  },
  MICROSOFT: {
    name: 'Microsoft',
    authorizationEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    api: 'https://graph.microsoft.com/v1.0',
    scopes: ['offline_access', 'Calendars.ReadWrite'],
    // The response does not name offline_access.
    requiredScopes: ['Calendars.ReadWrite'],
    authorizationParameters: { response_mode: 'query', prompt: 'select_account' },
  },
};
