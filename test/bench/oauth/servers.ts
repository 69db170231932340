import type { BenchDatabase } from '../stand/database.ts';
import type { ServerKind } from '../stand/server-process.ts';
import { ours } from '../stand/servers.ts';

/** Where refresh tokens are exchanged, and one token for each chain of exchanges. */
export interface Chains {
  readonly path: string;
  readonly clientId: string;
  readonly tokens: readonly string[];
}

/** Ours, with the library beneath it alone, and with the provider that a team would take else. */
export async function oauthServers({ client, url }: BenchDatabase): Promise<ServerKind[]> {
  const name = 'better_auth';
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  const betterAuth = new URL(url);
  betterAuth.pathname = `/${name}`;
  return [
    ours(url),
    peer('oidc-provider in memory', 'oidc-bare', ''),
    peer('better-auth', 'better-auth', betterAuth.href),
  ];
}

function peer(name: string, file: string, databaseUrl: string): ServerKind {
  const applicationName = `bench ${name}`;
  return {
    name,
    script: `test/bench/oauth/${file}.ts`,
    applicationName,
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, APPLICATION_NAME: applicationName },
  };
}
