import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type OutgoingClient, type OutgoingResponse, RequestFailure } from '#src/lib/network/outgoing-client.ts';
import { answeredProblem, jsonOf, parsedJson } from '../providers/json-answer.ts';
import type { OAuthSecret } from '../providers/provider.ts';
import type { OAuthKind, ProviderSettings } from './provider-settings.ts';

/** This installation as an OAuth client of a provider. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface OAuthClientOptions extends ProviderClient {
  readonly kind: OAuthKind;
  readonly settings: ProviderSettings;
  readonly http: OutgoingClient;
  readonly redirectUri: string;
}

/** The member granted less than this server needs. */
export class PartialConsent extends CalendarProblem {}

const tokenTimeoutMs = 10_000;
const maxTokenBytes = 64 * 1024;
/** If a response names no lifetime, the token is used only once. */
const defaultLifetimeSeconds = 60;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(1e9).optional(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
});
const errorAnswer = z.object({ error: z.string() });

/** The credential has ended, and only the member can grant a new one (RFC 6749, and codes that Microsoft adds). */
const endedCredential = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required'];
/** The provider does not accept this server as its client. */
const refusedClient = ['invalid_client', 'unauthorized_client'];

/** Requests and renews the access that a member grants to calendars (RFC 6749 with PKCE, RFC 7636). */
export class OAuthClient {
  readonly #options: OAuthClientOptions;

  constructor(options: OAuthClientOptions) {
    this.#options = options;
  }

  /** The URL where the member grants access. */
  authorizationUrl({ state, challenge }: { readonly state: string; readonly challenge: string }): string {
    const { clientId, redirectUri, settings } = this.#options;
    const url = new URL(settings.authorizationEndpoint);
    url.search = String(
      new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...settings.authorizationParameters,
      }),
    );
    return url.href;
  }

  /** Exchanges the code of the provider's redirect for a secret. */
  async exchange(code: string, verifier: string, now: Date): Promise<OAuthSecret> {
    const { settings, redirectUri } = this.#options;
    const { name, requiredScopes } = settings;
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const answer = await this.#request(grant, `${name} no longer accepts the authorization: start again.`);
    const granted = new Set((answer.scope ?? requiredScopes.join(' ')).split(/\s+/).map(scopeName));
    if (requiredScopes.some((scope) => !granted.has(scopeName(scope)))) {
      throw new PartialConsent(
        `${name} did not get all required permissions: connect again and leave every box checked.`,
      );
    }
    if (answer.refresh_token === undefined)
      throw new PartialConsent(`${name} granted access that expires within the hour.`);
    return this.#secretOf(answer, answer.refresh_token, now);
  }

  /** Returns a secret with a new access token, and a new refresh token if the provider issues one. */
  async refresh({ refreshToken }: OAuthSecret, now: Date): Promise<OAuthSecret> {
    const { name } = this.#options.settings;
    const ended = `${name} has revoked the access to this calendar: connect it again.`;
    const answer = await this.#request({ grant_type: 'refresh_token', refresh_token: refreshToken }, ended);
    return this.#secretOf(answer, answer.refresh_token ?? refreshToken, now);
  }

  /** Sends an invalid code. The error in the response shows if the provider knows this client. */
  async probe(): Promise<string> {
    const { redirectUri } = this.#options;
    const response = await this.#send({ grant_type: 'authorization_code', code: 'probe', redirect_uri: redirectUri });
    return errorOf(response) ?? `status ${response.status}`;
  }

  #secretOf(
    { access_token, expires_in = defaultLifetimeSeconds }: z.infer<typeof tokenAnswer>,
    refreshToken: string,
    now: Date,
  ) {
    const expiresAt = now.getTime() + expires_in * 1000;
    return { kind: this.#options.kind, refreshToken, accessToken: access_token, expiresAt };
  }

  async #request(grant: Record<string, string>, ended: string): Promise<z.infer<typeof tokenAnswer>> {
    const { name } = this.#options.settings;
    const response = await this.#send(grant);
    const error = errorOf(response);
    if (error !== undefined && endedCredential.includes(error)) throw new CalendarProblem(ended, { isRefused: true });
    if (error !== undefined && refusedClient.includes(error)) {
      throw new CalendarProblem(
        `${name} does not recognize this server, or the server's client secret has expired: ask the operator to fix this.`,
      );
    }
    if (response.status !== 200) throw answeredProblem(name, response);
    return jsonOf(name, response, tokenAnswer);
  }

  async #send(grant: Record<string, string>): Promise<OutgoingResponse> {
    const { http, clientId, clientSecret, settings } = this.#options;
    try {
      return await http.request({
        method: 'POST',
        url: settings.tokenEndpoint,
        timeoutMs: tokenTimeoutMs,
        maxBytes: maxTokenBytes,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: String(new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })),
      });
    } catch (error) {
      if (error instanceof RequestFailure) throw new CalendarProblem(`${settings.name}: ${error.message}`);
      throw error;
    }
  }
}

/** Microsoft writes scopes of its API with and without the API's URL. */
function scopeName(scope: string): string {
  return scope.toLowerCase().replace('https://graph.microsoft.com/', '');
}

function errorOf({ body }: OutgoingResponse): string | undefined {
  return errorAnswer.safeParse(parsedJson(body)).data?.error;
}
