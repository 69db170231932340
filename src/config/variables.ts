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
      'What the server runs for; production requires a SECRET_KEY, requires https of every address but localhost, and never makes demo data.',
  },
  PORT: { ...wholeNumber(1, 65_535), default: '3000', meaning: 'The port to listen on.' },
  HOST: {
    ...pattern(/^[^\s/]+$/, 'a host name or an address'),
    default: '127.0.0.1; 0.0.0.0 in production',
    meaning:
      'The address to listen on. A container needs 0.0.0.0, and with it a SECRET_KEY: other machines may reach the server.',
  },
  BASE_URL: { ...webAddress(), default: 'http://localhost:PORT', meaning: 'Where integrators reach the API.' },
  APP_URL: { ...webAddress(), default: 'BASE_URL', meaning: 'Where people reach the web app, with its consent page.' },
  DATA_DIR: {
    ...pattern(/./, 'a path'),
    default: './data',
    meaning: 'The folder of the embedded database; unused with a DATABASE_URL.',
  },
  DATABASE_URL: {
    ...postgresAddress(),
    default: 'the embedded database',
    meaning:
      'An existing PostgreSQL to use instead of the embedded one. It may name several hosts of which one is the primary, as below.',
  },
  DIRECT_DATABASE_URL: {
    ...postgresAddress(),
    default: 'DATABASE_URL',
    meaning:
      'The PostgreSQL behind the PgBouncer of DATABASE_URL, for what needs a session of its own: migrations, the commands of the operator, and listening for webhook events of other nodes.',
  },
  REDIS_URL: {
    ...serverAddress(/^rediss?:\/\/./, 'a redis:// or rediss:// URL'),
    default: 'no Redis',
    meaning: 'A Redis that shares the rate limits between nodes.',
  },
  SECRET_KEY: {
    type: 'at least 32 characters, of which 8 differ',
    parse: parseSecretKey,
    sensitive: true as const,
    default: 'a published development value on localhost; required in production and for any other address or HOST',
    meaning:
      'Signs what the server hands out. The same on every node. What it can do in wrong hands, and how to replace it, is below.',
  },
  LOG_LEVEL: { ...oneOf(logLevels), default: 'info', meaning: 'The least serious log entry that is written.' },
  DEMO: {
    ...oneOf(['on', 'off']),
    default: 'on where HOST, BASE_URL and APP_URL are localhost; always off elsewhere and in production',
    meaning:
      'Whether an empty database is filled with a demo workspace. Where it is off, nobody can sign in to one that is in the database.',
  },
  SIGN_UP: {
    ...oneOf(['on', 'off']),
    default: 'on where HOST, BASE_URL and APP_URL are localhost, or with an SMTP_URL; else off',
    meaning:
      'Whether people may make a new workspace themselves, at `/sign-up` and when they are signed in. Without an SMTP_URL a sign-up says whether an address has an account already.',
  },
  SMTP_URL: {
    ...serverAddress(/^smtps?:\/\/./, 'an smtp:// or smtps:// URL'),
    default: 'no e-mail: links are shown to who makes them, to be handed over',
    meaning:
      'The mail server that sends invitations, the links to reset a password and to sign up, and mail about calls.',
  },
  SMTP_TLS: {
    ...oneOf(['required', 'offered']),
    default: 'required where SMTP_URL has a user and leads to another machine, else offered',
    meaning:
      'Whether e-mail is refused where the mail server has no TLS (required), or sent in clear then, with the password (offered).',
  },
  MAIL_FROM: {
    type: 'an address such as slotline@example.com, or Slotline <slotline@example.com>',
    parse: parseSender,
    default: 'none; required with an SMTP_URL',
    meaning: 'The sender of these e-mails.',
  },
  NODES: {
    ...wholeNumber(1, 10_000),
    default: '1',
    meaning: 'How many nodes serve this workspace data; more than 1 must share a database and the rate limits.',
  },
  RATE_LIMIT_STORE: {
    ...oneOf(rateLimitStores),
    default: 'redis with a REDIS_URL, else memory',
    meaning: 'Where calls are counted; memory counts those of one node only.',
  },
  TRUSTED_PROXIES: {
    type: 'a comma list of addresses, networks like 10.0.0.0/8 (never of all addresses) and the word loopback',
    parse: parseProxies,
    default: 'none',
    meaning:
      'Proxies whose X-Forwarded-For is believed, as a comma list of addresses, networks (CIDR) and `loopback`. Not all addresses, such as 0.0.0.0/0: then everybody could name any client.',
  },
  CORS_ORIGINS: {
    type: 'a comma list of origins such as https://app.example.com, each without a path, in lower case',
    parse: parseOrigins,
    default: 'none',
    meaning:
      'Other origins whose pages may call `/graphql` and `/v1` with a bearer credential, as a comma list; never with the session cookie.',
  },
  WORKER: {
    ...oneOf(['on', 'off']),
    default: 'on',
    meaning:
      'Whether this node also does the background work, such as sending webhooks; off where another node or `cli worker` does it.',
  },
  DRAIN_SECONDS: {
    ...wholeNumber(0, 300),
    default: '5 in production, else 0',
    meaning:
      'How long a node that was sent SIGTERM still answers before it closes its port, so that a load balancer notices first; see Rolling restarts.',
  },
  METRICS_PORT: {
    ...wholeNumber(1, 65_535),
    default: 'none',
    meaning:
      'Another port, on HOST, at which a server and `cli worker` serve `/metrics`, `/healthz` and `/readyz`: for your own network alone.',
  },
  METRICS_TOKEN: {
    type: 'at least 32 letters, digits and the signs - . _ ~ + / =, of which 8 differ',
    parse: parseMetricsToken,
    sensitive: true as const,
    default: 'none',
    meaning:
      'Who sends it as a bearer token reads `/metrics`, at PORT and at METRICS_PORT. Without it PORT serves them on localhost in development alone.',
  },
  CALENDAR_MAX_AGE: {
    ...wholeNumber(1, 1_440),
    default: '15',
    meaning:
      "For how many minutes after a good read of a member's calendar its busy times are believed. Where none follows, the member cannot be booked.",
  },
  GOOGLE_CLIENT_ID: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the id of an OAuth client'),
    default: 'none: calendars of Google are not offered',
    meaning: 'The OAuth client with which members connect their Google calendars.',
  },
  GOOGLE_CLIENT_SECRET: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the secret of an OAuth client'),
    sensitive: true as const,
    default: 'none; required with a GOOGLE_CLIENT_ID',
    meaning: 'The secret of this client.',
  },
  MICROSOFT_CLIENT_ID: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the id of an OAuth client'),
    default: 'none: calendars of Microsoft are not offered',
    meaning: 'The OAuth client with which members connect their Microsoft calendars.',
  },
  MICROSOFT_CLIENT_SECRET: {
    ...pattern(/^[\x21-\x7e]{1,255}$/, 'the secret of an OAuth client'),
    sensitive: true as const,
    default: 'none; required with a MICROSOFT_CLIENT_ID',
    meaning: 'The secret of this client.',
  },
  OUTGOING_LOOPBACK: {
    ...oneOf(['on', 'off']),
    default: 'on where HOST, BASE_URL and APP_URL are localhost, but in production; else off',
    meaning:
      'Whether webhooks are sent to, and calendars read from, this machine (localhost), with http as well; for development. Other private addresses are always refused.',
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
