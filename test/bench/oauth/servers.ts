import type { BenchDatabase } from '../environment/database.ts';
import type { ServerKind } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';

/** The token endpoint, and the first refresh token of each chain of refreshes. */
export interface Chains {
  readonly path: string;
  readonly clientId: string;
  readonly tokens: readonly string[];
}

/** Our server, its library alone, and better-auth, a common alternative. */
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
