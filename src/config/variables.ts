import { type Network, parseNetworks } from '#src/lib/network/addresses.ts';
import { canonicalEmail, emailForm } from '#src/lib/network/email-address.ts';
import { PostgresUrlError, parsePostgresUrl } from '#src/lib/network/postgres-url.ts';

/** Every variable of the environment that is read, in the order in which the documentation shows them. */

const nodeEnvs = ['development', 'test', 'production'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const rateLimitStores = ['memory', 'postgres', 'redis'] as const;

/** The value says what it is, wherever it appears. It is refused in production, and for any address or HOST but localhost. */
export const developmentSecretKey = 'development-secret-key-that-is-no-secret';

export interface Variable<Value> {
  /** The description of a valid value; it completes "must be …". */
  readonly type: string;
  /** The default in words; the rules that need other variables are in `config.ts`. */
  readonly default: string;
  /** Its value is never printed. */
  readonly sensitive?: true;
  readonly meaning: string;
  /** Returns undefined for a text that is not a valid value. */
  readonly parse: (text: string) => Value | undefined;
  /** The exact fault of an invalid text, if it is not obvious. It reveals no secret. */
  readonly faultOf?: (text: string) => string | undefined;
}

export const variables = {
  NODE_ENV: {
    ...oneOf(nodeEnvs),
    default: 'development',
    meaning:
      'The environment that the server runs in. production requires a SECRET_KEY, requires https for every address except localhost, and never creates demo data.',
  },
  PORT: { ...wholeNumber(1, 65_535), default: '3000', meaning: 'The port to listen on.' },
  HOST: {
    ...pattern(/^[^\s/]+$/, 'a host name or an address'),
    default: '127.0.0.1; 0.0.0.0 in production',
    meaning:
      'The address to listen on. In a container, use 0.0.0.0. Other machines may then reach the server, so a SECRET_KEY is required.',
  },
  BASE_URL: { ...webAddress(), default: 'http://localhost:PORT', meaning: 'The public address of the API.' },
  APP_URL: {
    ...webAddress(),
    default: 'BASE_URL',
    meaning: 'The public address of the web application and its consent page.',
  },
  DATA_DIR: {
    ...pattern(/./, 'a path'),
    default: './data',
    meaning: 'The folder of the embedded database. Not used with a DATABASE_URL.',
  },
  DATABASE_URL: {
    ...postgresAddress(),
    default: 'the embedded database',
    meaning:
      'An existing PostgreSQL to use instead of the embedded one. It may list several hosts, one of which is the primary; see below.',
  },
  DIRECT_DATABASE_URL: {
    ...postgresAddress(),
    default: 'DATABASE_URL',
    meaning:
      'The PostgreSQL behind the PgBouncer of DATABASE_URL. It is used where a dedicated session is needed: for migrations, operator commands, and listening for webhook events from other nodes.',
  },
  REDIS_URL: {
    ...serverAddress(/^rediss?:\/\/./, 'a redis:// or rediss:// URL'),
    default: 'no Redis',
    meaning: 'The Redis that nodes use to share rate limits.',
  },
  SECRET_KEY: {
    type: 'at least 32 characters, 8 of them different; or several of them with commas between them',
    parse: parseSecretKeys,
    sensitive: true as const,
    default: 'a published development value on localhost; required in production and for any other address or HOST',
    meaning:
      'Signs and encrypts what the server issues and stores. Of several keys with commas between them the first does that, and what the others signed or encrypted is still read. Must be the same on every node. See below for what an attacker could do with it, and how to replace it.',
  },
  LOG_LEVEL: { ...oneOf(logLevels), default: 'info', meaning: 'The minimum severity of log entries to write.' },
  DEMO: {
    ...oneOf(['on', 'off']),
    default: 'on if HOST, BASE_URL and APP_URL are localhost; always off elsewhere and in production',
    meaning:
      'Whether to fill an empty database with a demo workspace. If off, nobody can sign in to a demo workspace that is already in the database.',
  },
  SIGN_UP: {
    ...oneOf(['on', 'off']),
    default: 'on if HOST, BASE_URL and APP_URL are localhost, or with an SMTP_URL; otherwise off',
    meaning:
      'Whether people can create a new workspace themselves, at `/sign-up` and when they are signed in. Without an SMTP_URL, a sign-up reveals whether an address already has an account.',
  },
  SMTP_URL: {
    ...serverAddress(/^smtps?:\/\/./, 'an smtp:// or smtps:// URL'),
    default: 'no email: links are shown to the person who creates them, to pass on',
    meaning: 'The mail server that sends invitations, password reset and sign-up links, and emails about calls.',
  },
  SMTP_TLS: {
    ...oneOf(['required', 'offered']),
    default: 'required if SMTP_URL has a user and points to another machine, otherwise offered',
    meaning:
      'What to do if the mail server does not support TLS: refuse to send (required), or send email and password unencrypted (offered).',
  },
  MAIL_FROM: {
    type: 'an address such as slotline@example.com, or Slotline <slotline@example.com>',
    parse: parseSender,
    default: 'none; required with an SMTP_URL',
    meaning: 'The sender of these emails.',
  },
  NODES: {
    ...wholeNumber(1, 10_000),
    default: '1',
    meaning: 'Number of nodes that serve this data. If more than 1, they must share a database and the rate limits.',
  },
  RATE_LIMIT_STORE: {
    ...oneOf(rateLimitStores),
    default: 'redis with a REDIS_URL, otherwise memory',
    meaning: 'Where requests are counted. memory counts only the requests of one node.',
  },
  TRUSTED_PROXIES: {
    type: 'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    parse: parseProxies,
    default: 'none',
    meaning:
      'Proxies whose X-Forwarded-For is trusted, as a comma-separated list of addresses, networks (CIDR) and `loopback`. It must not cover all addresses, such as 0.0.0.0/0: otherwise anyone could claim any client address.',
  },
  CORS_ORIGINS: {
    type: 'a comma-separated list of origins such as https://app.example.com, each without a path and in lower case',
    parse: parseOrigins,
    default: 'none',
    meaning:
      'Other origins whose pages may call `/graphql` and `/v1` with a bearer credential, but never with the session cookie, as a comma-separated list.',
  },
  WORKER: {
    ...oneOf(['on', 'off']),
    default: 'on',
    meaning:
      'Whether this node also does background work, such as sending webhooks. Set to off if another node or `cli worker` does it.',
  },
  DRAIN_SECONDS: {
    ...wholeNumber(0, 300),
    default: '5 in production, otherwise 0',
    meaning:
      'How many seconds a node keeps answering after SIGTERM before it closes its port, so that a load balancer notices first; see Rolling restarts.',
  },
  METRICS_PORT: {
    ...wholeNumber(1, 65_535),
    default: 'none',
    meaning:
      'A separate port on HOST where a server and `cli worker` serve `/metrics`, `/healthz` and `/readyz`. Expose it only to your own network.',
  },
  METRICS_TOKEN: {
    type: 'at least 32 letters, digits and the symbols - . _ ~ + / =, 8 of them different',
    parse: parseMetricsToken,
    sensitive: true as const,
    default: 'none',
    meaning:
      'The bearer token for reading `/metrics`, at PORT and at METRICS_PORT. Without it, PORT serves `/metrics` only on localhost in development.',
  },
  AUDIT_DAYS: {
    ...wholeNumber(90, 3_650),
    default: '365',
    meaning: 'How many days the entries of the audit logs are stored.',
  },
  CALENDAR_MAX_AGE: {
    ...wholeNumber(1, 1_440),
    default: '15',
    meaning:
      "How many minutes the busy times of a member's calendar stay valid after a successful read. If no further read succeeds, the member cannot be booked.",
  },
  GOOGLE_CLIENT_ID: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the id of an OAuth client'),
    default: 'none: Google calendars are not offered',
    meaning: 'The OAuth client that members use to connect their Google calendars.',
  },
  GOOGLE_CLIENT_SECRET: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the secret of an OAuth client'),
    sensitive: true as const,
    default: 'none; required with a GOOGLE_CLIENT_ID',
    meaning: 'The secret of this client.',
  },
  MICROSOFT_CLIENT_ID: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the id of an OAuth client'),
    default: 'none: Microsoft calendars are not offered',
    meaning: 'The OAuth client that members use to connect their Microsoft calendars.',
  },
  MICROSOFT_CLIENT_SECRET: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the secret of an OAuth client'),
    sensitive: true as const,
    default: 'none; required with a MICROSOFT_CLIENT_ID',
    meaning: 'The secret of this client.',
  },
  OUTGOING_LOOPBACK: {
    ...oneOf(['on', 'off']),
    default: 'on if HOST, BASE_URL and APP_URL are localhost and NODE_ENV is not production; otherwise off',
    meaning:
      'Whether webhooks may be sent to, and calendars read from, this machine (localhost), also over http. For development. Other private addresses are always rejected.',
  },
} satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof variables;

function oneOf<const Values extends readonly string[]>(values: Values) {
  const type = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return { type, parse: (text: string): Values[number] | undefined => values.find((value) => value === text) };
}

function wholeNumber(min: number, max: number) {
  const parse = (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { type: `a whole number from ${min} to ${max}`, parse };
}

function pattern(expression: RegExp, type: string) {
  return { type, parse: (text: string) => (expression.test(text) ? text : undefined) };
}

/** A mail server of this machine or network may have a host of one label, such as `slotline@localhost`. */
function parseSender(text: string): string | undefined {
  const [, name, address = ''] = /^(?:([^<>\r\n]{1,100})<)?([^<>\r\n]+)>?$/.exec(text) ?? [];
  const isClosed = text.endsWith('>') === (name !== undefined);
  const email = canonicalEmail(address);
  const isSender = emailForm.test(email) || emailForm.test(`${email}.local`);
  if (!isClosed || !isSender) return undefined;
  return name === undefined ? email : `${name}<${email}>`;
}

function webAddress() {
  return { type: 'an http:// or https:// URL without user, query and fragment', parse: parseWebAddress };
}

function parseWebAddress(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || url.search || url.hash || url.username || url.password) return undefined;
  return url.href.replace(/\/+$/, '');
}

/** Different characters are required to refuse a text that somebody typed by holding a key. */
function parseSecretKey(text: string): string | undefined {
  return text.length >= 32 && new Set(text).size >= 8 ? text : undefined;
}

/** The keys of a list. A text with commas of which no part would do as a key is one key: some were set before there were lists. */
function parseSecretKeys(text: string): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.filter((part) => parseSecretKey(part) !== undefined);
  if (keys.length === parts.length) return keys;
  return keys.length === 0 && parseSecretKey(text) !== undefined ? [text] : undefined;
}

/** A bearer token in the form of RFC 6750. */
function parseMetricsToken(text: string): string | undefined {
  return /^[\w.~+/-]+=*$/.test(text) ? parseSecretKey(text) : undefined;
}

/** The largest private network is fc00::/7. A larger one would treat clients on the Internet as proxies. */
const minPrefixLength = 7;

function parseProxies(text: string): readonly Network[] | undefined {
  const networks = parseNetworks(text);
  return networks?.some(([, prefixLength]) => prefixLength < minPrefixLength) ? undefined : networks;
}

/** Each origin must be exactly as a browser sends it: `*` and `null` are no origins. */
function parseOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((part) => part.trim());
  const isOrigin = (origin: string) => /^https?:\/\//.test(origin) && URL.parse(origin)?.origin === origin;
  return origins.every(isOrigin) ? origins : undefined;
}

/** The URL carries a password, so it is sensitive. The URL of a unix socket may lack the host that `URL` requires. */
function serverAddress(scheme: RegExp, type: string) {
  return { type, sensitive: true as const, parse: (text: string) => (isAddress(text, scheme) ? text : undefined) };
}

function isAddress(text: string, scheme: RegExp): boolean {
  return scheme.test(text) && URL.canParse(text.replace('@/', '@localhost/'));
}

/** A server address that may also have several hosts, as in libpq. */
function postgresAddress() {
  const scheme = /^postgres(ql)?:\/\/./;
  const isValid = (text: string) => (parsePostgresUrl(text)?.urls ?? [text]).every((url) => isAddress(url, scheme));
  const faultOf = (text: string) => {
    try {
      parsePostgresUrl(text);
    } catch (error) {
      if (error instanceof PostgresUrlError) return error.message;
      throw error;
    }
  };
  return {
    type: 'a postgres:// or postgresql:// URL',
    sensitive: true as const,
    parse: (text: string) => (faultOf(text) === undefined && isValid(text) ? text : undefined),
    faultOf,
  };
}
