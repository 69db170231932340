import type { ServerKind } from './server-process.ts';

/** With which our server seals secrets. */
export const secretKey = 'a secret key for the duration of a benchmark';

/** With which a measure reads the metrics of our server. */
export const metricsToken = 'a-token-for-the-duration-of-a-benchmark';

export const peers = ['plain', 'pipelined'] as const;
export type Peer = (typeof peers)[number];

/** Our server, configured as one node in production. */
export function ours(databaseUrl: string): ServerKind {
  return {
    name: 'slotline',
    script: 'src/main.ts',
    applicationName: 'slotline',
    env: {
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'production',
      // No load balancer has to notice its end.
      DRAIN_SECONDS: '0',
      SECRET_KEY: secretKey,
      METRICS_TOKEN: metricsToken,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_STORE: 'memory',
      TRUSTED_PROXIES: 'loopback',
      // The host that the load names, whatever the port.
      APP_URL: 'http://127.0.0.1',
    },
  };
}

/** The hand-written server, with a pool or with pipelined connections. */
export function peer(databaseUrl: string, variant: Peer): ServerKind {
  const applicationName = `bench peer ${variant}`;
  return {
    name: `fastify ${variant}`,
    script: 'test/bench/peer/main.ts',
    applicationName,
    env: {
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'production',
      APPLICATION_NAME: applicationName,
      PEER: variant,
    },
  };
}
