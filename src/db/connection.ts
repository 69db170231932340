import pg from 'pg';
import { parsePostgresUrl } from '#src/lib/network/postgres-url.ts';
import { toFirstHost } from './hosts/first-host.ts';
import { hostClient } from './hosts/host-client.ts';
import { Hosts } from './hosts/hosts.ts';

/** The settings to connect to one PostgreSQL, or to the primary of several. The driver's pool accepts them unchanged. */
export interface ConnectionConfig extends pg.ClientConfig {
  /** Absent for the driver's own client. */
  readonly Client?: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
}

/** Returns the settings for a URL. For a single host, the driver's defaults apply. */
export function connectionOf(databaseUrl: string): ConnectionConfig {
  const hosts = parsePostgresUrl(databaseUrl);
  if (!hosts) return { connectionString: databaseUrl };
  const [connectionString = databaseUrl] = hosts.urls;
  return { connectionString, Client: hostClient(new Hosts(hosts)) };
}

export function newClient({ Client = pg.Client, ...config }: ConnectionConfig): pg.Client {
  return new Client(config);
}

/** Opens a dedicated session. If it is lost, the next query on it fails. */
export function connect(config: ConnectionConfig): Promise<pg.Client> {
  return toFirstHost(async () => {
    const client = newClient(config);
    // Without a listener, the event of a lost connection would end the process.
    client.on('error', () => undefined);
    // The peer may not be a PostgreSQL, and may keep the connection open.
    return client.connect().catch((error: unknown) => {
      client.connection.stream.destroy();
      throw error;
    });
  });
}

/** Returns `config` for another server, with the same user, password, database and encryption. */
export function connectionTo(
  { host, port }: { readonly host: string; readonly port: number },
  { connectionString }: ConnectionConfig,
): ConnectionConfig {
  if (connectionString === undefined) return { host, port };
  // A URL with its hosts in parameters has no host after its user, which `URL` refuses.
  const url = new URL(connectionString.replace(/^([^/]+:\/\/[^/?#]*@)(?=\/)/, '$1localhost'));
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  // Parameters would take precedence.
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  return { connectionString: url.href };
}
