import type { Config } from '#src/config/config.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { CalendarGateway, callbackPath } from '#src/services/calendars/gateway.ts';
import {
  type OAuthKind,
  type ProviderEndpoints,
  providerSettings,
} from '#src/services/calendars/oauth/provider-settings.ts';
import type { Finding } from './finding.ts';

type Endpoints = Partial<Record<OAuthKind, ProviderEndpoints>>;

/** Asks Google and Microsoft, if configured, whether they know this server as a client. */
export async function examineCalendars(config: Config, endpoints: Endpoints = {}): Promise<Finding[]> {
  const { secretKeys, baseUrl, appUrl, calendarMaxAgeMinutes: maxAgeMinutes } = config;
  const { googleClient: google, microsoftClient: microsoft, outgoingLoopback: allowsLoopback } = config;
  const options = { secretKeys, baseUrl, appUrl, maxAgeMinutes, allowsLoopback, google, microsoft, endpoints };
  const gateway = new CalendarGateway(options);
  try {
    const examined = gateway.kinds.filter((kind): kind is OAuthKind => kind === 'GOOGLE' || kind === 'MICROSOFT');
    return await Promise.all(examined.map((kind) => examineClient(gateway, kind, `${appUrl}${callbackPath}`)));
  } finally {
    await gateway.close();
  }
}

async function examineClient(gateway: CalendarGateway, kind: OAuthKind, redirectUri: string): Promise<Finding> {
  const { name } = providerSettings[kind];
  const finding = (ok: boolean, text: string): Finding => {
    return { name: kind === 'GOOGLE' ? 'google' : 'microsoft', ok, text };
  };
  try {
    const error = await gateway.client(kind).probe();
    // The provider checks the client first, and only then refuses the code.
    if (error === 'invalid_grant')
      return finding(true, `${name} accepts this client and redirects people back to ${redirectUri}.`);
    return finding(false, `${name} answered with "${error}". ${remedyOf(error, kind, redirectUri)}`);
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error;
    return finding(false, `${error.message} Check that no firewall blocks the connection.`);
  }
}

function remedyOf(error: string, kind: OAuthKind, redirectUri: string): string {
  if (error === 'redirect_uri_mismatch') return `Add ${redirectUri} to the redirect URIs of the client there.`;
  const variables = `Check ${kind}_CLIENT_ID and ${kind}_CLIENT_SECRET.`;
  return kind === 'MICROSOFT' ? `${variables} A Microsoft client secret expires after at most two years.` : variables;
}
