/** The required kind of server. libpq also has kinds of replicas, which cannot serve writes. */
const targets = ['any', 'read-write', 'primary'] as const;

/** The driver treats any other mode as one that requires SSL. */
const sslModes: readonly string[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export type TargetServer = (typeof targets)[number];

export interface PostgresHosts {
  /** One URL per host, in their order. They differ only in the host and its port. */
  readonly urls: readonly string[];
  readonly target: TargetServer;
  /** How long each host may take to answer; undefined where the URL has no `connect_timeout`. */
  readonly connectTimeoutMs: number | undefined;
}

/**
 * A URL that names no PostgreSQL. The text completes "DATABASE_URL: …". It repeats no host and no port: in a URL whose password
 * is not percent-encoded, a part of the password may take their place.
 */
export class PostgresUrlError extends Error {
  override readonly name = 'PostgresUrlError';
}

/** Scheme, user and password with their `@`, hosts, database, and parameters without their `?`. */
const form = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/;

/**
 * Reads the hosts of a URL as libpq does: `postgresql://user:password@h1:5432,h2:5433/db?target_session_attrs=read-write`,
 * or with the lists `host` and `port` as parameters, which replace those before the database. Undefined for a URL of one
 * host that has neither `target_session_attrs` nor `connect_timeout`: only these two are unknown to the driver.
 */
export function parsePostgresUrl(url: string): PostgresHosts | undefined {
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = form.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  requireSslMode(parameters.get('sslmode'));
  const target = targetOf(parameters.get('target_session_attrs') ?? 'any');
  const list = (name: string) => parameters.get(name)?.split(',');
  const named = authority.split(',').map(hostAndPort);
  const hosts = list('host') ?? named.map(({ host }) => host);
  const ports = list('port') ?? named.map(({ port }) => port);
  const isPlain = target === 'any' && !parameters.has('connect_timeout');
  if (hosts.length === 1 && ports.length === 1 && isPlain) return undefined;
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw new PostgresUrlError(
      `it has ${counted(hosts, 'host')} and ${counted(ports, 'port')}. Name one port for all hosts, or one for each.`,
    );
  }
  const connectTimeoutMs = timeoutOf(parameters.get('connect_timeout'));
  for (const name of ['host', 'port', 'target_session_attrs', 'connect_timeout']) parameters.delete(name);
  const urls = hosts.map((host, index) => {
    if (host === '' && hosts.length > 1)
      throw new PostgresUrlError(`host ${index + 1} of ${hosts.length} has no name.`);
    const own = new URLSearchParams(parameters);
    if (host !== '') own.set('host', host);
    const port = (ports.length === 1 ? ports[0] : ports[index]) ?? '';
    if (port !== '' && !isPort(port)) {
      throw new PostgresUrlError(`the port of host ${index + 1} must be a whole number from 1 to 65535.`);
    }
    if (port !== '') own.set('port', port);
    return `${scheme}${user}${path.startsWith('/') ? path : '/'}${own.size > 0 ? `?${own}` : ''}`;
  });
  return { urls, target, connectTimeoutMs };
}

function targetOf(text: string): TargetServer {
  const target = targets.find((each) => each === text);
  if (target) return target;
  throw new PostgresUrlError(
    `target_session_attrs must be read-write, primary or any, because the server writes, but is ${JSON.stringify(text)}.`,
  );
}

function requireSslMode(text: string | null): void {
  if (text === null || sslModes.includes(text)) return;
  throw new PostgresUrlError(`sslmode must be one of ${sslModes.join(', ')}, but is ${JSON.stringify(text)}.`);
}

function counted({ length }: readonly unknown[], noun: string): string {
  return length === 1 ? `1 ${noun}` : `${length} ${noun}s`;
}

/** An IPv6 address is in brackets, the folder of a unix socket percent-encoded. */
function hostAndPort(text: string): { host: string; port: string } {
  const [, address, name = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  try {
    return { host: address ?? decodeURIComponent(name), port };
  } catch {
    throw new PostgresUrlError('a host contains a % that does not begin a percent-encoded character.');
  }
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

/** In libpq, 0 means an unlimited wait, which no request can have. */
function timeoutOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text) * 1000;
  throw new PostgresUrlError(`connect_timeout must be a number of seconds from 1, but is ${JSON.stringify(text)}.`);
}
