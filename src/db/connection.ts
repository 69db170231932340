import pg from 'pg';
import { parsePostgresUrl } from '#src/lib/network/postgres-url.ts';
import { toFirstHost } from './hosts/first-host.ts';
import { hostClient } from './hosts/host-client.ts';
import { Hosts } from './hosts/hosts.ts';

/** How to connect to one PostgreSQL, or to the primary of several. The driver's pool takes it as it is. */
export interface ConnectionConfig extends pg.ClientConfig {
  /** Absent: the driver's. */
  readonly Client?: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
}

/** For a URL of one host, that which the driver does by itself. */
export function connectionOf(databaseUrl: string): ConnectionConfig {
  const hosts = parsePostgresUrl(databaseUrl);
  if (!hosts) return { connectionString: databaseUrl };
  const [connectionString = databaseUrl] = hosts.urls;
  return { connectionString, Client: hostClient(new Hosts(hosts)) };
}

export function newClient({ Client = pg.Client, ...config }: ConnectionConfig): pg.Client {
  return new Client(config);
}

/** A session of its own. Where it is lost, the next query on it fails. */
export function connect(config: ConnectionConfig): Promise<pg.Client> {
  return toFirstHost(async () => {
    const client = newClient(config);
    // Without a listener, the event of a lost connection would end the process.
    client.on('error', () => undefined);
    // What answers may not be a PostgreSQL, and keep the connection open.
    return client.connect().catch((error: unknown) => {
      client.connection.stream.destroy();
      throw error;
    });
  });
}

/** As `config`, but to another server: with the same user, password, database and encryption. */
export function connectionTo(
  { host, port }: { readonly host: string; readonly port: number },
  { connectionString }: ConnectionConfig,
): ConnectionConfig {
  if (connectionString === undefined) return { host, port };
  // A URL whose hosts are parameters has none behind its user, which `URL` refuses.
  const url = new URL(connectionString.replace(/^([^/]+:\/\/[^/?#]*@)(?=\/)/, '$1localhost'));
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  // As parameters they would win.
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  return { connectionString: url.href };
}
