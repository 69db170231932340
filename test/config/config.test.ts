import { describe, expect, test } from 'vitest';
import { ConfigError, describeConfig, readConfig } from '#src/config/config.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';

const secretKey = '0123456789abcdef'.repeat(2);
const metricsToken = 'fedcba9876543210'.repeat(2);

/** The lines of the error that this environment is refused with; none where it is accepted. */
function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message.split('\n')).toEqual(error.problems);
    return [...error.problems];
  }
}

describe('readConfig()', () => {
  test('takes an empty environment for a development server on this machine alone', () => {
    expect(readConfig({})).toEqual({
      nodeEnv: 'development',
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      appUrl: 'http://localhost:3000',
      isLocal: true,
      dataDir: './data',
      databaseUrl: undefined,
      directDatabaseUrl: undefined,
      redisUrl: undefined,
      secretKeys: [expect.stringContaining('development')],
      logLevel: 'info',
      demo: true,
      signUp: true,
      smtpUrl: undefined,
      mailFrom: undefined,
      nodes: 1,
      rateLimitStore: 'memory',
      trustedProxies: [],
      corsOrigins: [],
      worker: true,
      drainSeconds: 0,
      metricsPort: undefined,
      metricsToken: undefined,
      servesMetrics: true,
      auditDays: 365,
      calendarMaxAgeMinutes: 15,
      googleClient: undefined,
      microsoftClient: undefined,
      outgoingLoopback: true,
    });
  });

  test('listens everywhere and makes no demo data in production, whatever DEMO says', () => {
    const config = readConfig({ NODE_ENV: 'production', SECRET_KEY: secretKey, DEMO: 'on' });
    expect(config).toMatchObject({ host: '0.0.0.0', demo: false, secretKeys: [secretKey] });
  });

  test('reads every variable', () => {
    const env = {
      NODE_ENV: 'test',
      PORT: '8080',
      HOST: '::1',
      BASE_URL: 'https://api.example.com',
      APP_URL: 'https://app.example.com',
      DATA_DIR: '/var/lib/slotline',
      DATABASE_URL: 'postgresql://user:secret@pooler.example.com:6432/slotline',
      DIRECT_DATABASE_URL: 'postgresql://user:secret@db.example.com:5433/slotline?sslmode=require',
      REDIS_URL: 'rediss://:secret@cache.example.com:6380/1',
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'silent',
      DEMO: 'off',
      SIGN_UP: 'off',
      SMTP_URL: 'smtps://user:secret@mail.example.com',
      MAIL_FROM: 'Slotline <slotline@example.com>',
      NODES: '3',
      RATE_LIMIT_STORE: 'postgres',
      TRUSTED_PROXIES: '192.0.2.7',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:5173',
      WORKER: 'off',
      DRAIN_SECONDS: '30',
      METRICS_PORT: '9464',
      METRICS_TOKEN: metricsToken,
      AUDIT_DAYS: '90',
      CALENDAR_MAX_AGE: '30',
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      MICROSOFT_CLIENT_ID: 'microsoft-id',
      MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
      OUTGOING_LOOPBACK: 'on',
    };
    expect(readConfig(env)).toEqual({
      nodeEnv: 'test',
      port: 8080,
      host: '::1',
      baseUrl: env.BASE_URL,
      appUrl: env.APP_URL,
      isLocal: false,
      dataDir: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL,
      directDatabaseUrl: env.DIRECT_DATABASE_URL,
      redisUrl: env.REDIS_URL,
      secretKeys: [secretKey],
      logLevel: 'silent',
      demo: false,
      signUp: false,
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      nodes: 3,
      rateLimitStore: 'postgres',
      trustedProxies: parseNetworks('192.0.2.7'),
      corsOrigins: ['https://a.example.com', 'http://localhost:5173'],
      worker: false,
      drainSeconds: 30,
      metricsPort: 9464,
      metricsToken,
      servesMetrics: true,
      auditDays: 90,
      calendarMaxAgeMinutes: 30,
      googleClient: { clientId: 'google-id', clientSecret: 'google-secret' },
      microsoftClient: { clientId: 'microsoft-id', clientSecret: 'microsoft-secret' },
      outgoingLoopback: true,
    });
  });

  test('needs both halves of a client of a calendar provider', () => {
    for (const provider of ['GOOGLE', 'MICROSOFT']) {
      const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
      expect(problemsOf({ [id]: 'x' })).toEqual([`${secret} is required with a ${id}`]);
      expect(problemsOf({ [secret]: 'x' })).toEqual([`${id} is required with a ${secret}`]);
    }
  });

  test('serves metrics to everybody on localhost in development alone, and elsewhere with a token', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: secretKey };
    const reached = { BASE_URL: 'https://api.example.com', SECRET_KEY: secretKey };
    for (const env of [production, { ...production, HOST: '127.0.0.1' }, reached]) {
      expect(readConfig(env)).toMatchObject({ servesMetrics: false, metricsToken: undefined });
      expect(readConfig({ ...env, METRICS_PORT: '9464' }).servesMetrics).toBe(false);
      expect(readConfig({ ...env, METRICS_TOKEN: metricsToken })).toMatchObject({ servesMetrics: true, metricsToken });
    }
    for (const wrong of ['short', 'a'.repeat(32), `${metricsToken} `.repeat(2), `${metricsToken}"`]) {
      const problem =
        'METRICS_TOKEN must be at least 32 letters, digits and the symbols - . _ ~ + / =, 8 of them different';
      expect(problemsOf({ METRICS_TOKEN: wrong })).toEqual([problem]);
    }
  });

  test('drains for 5 s in production alone', () => {
    expect(readConfig({ NODE_ENV: 'production', SECRET_KEY: secretKey }).drainSeconds).toBe(5);
    expect(readConfig({ NODE_ENV: 'production', SECRET_KEY: secretKey, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
    expect(readConfig({ NODE_ENV: 'test' }).drainSeconds).toBe(0);
    expect(problemsOf({ DRAIN_SECONDS: '-1' })).toEqual([
      'DRAIN_SECONDS must be a whole number from 0 to 300, but is "-1"',
    ]);
  });

  test('lets people sign up on this machine, and where e-mail proves their addresses', () => {
    const reached = { BASE_URL: 'https://api.example.com', SECRET_KEY: secretKey };
    const mail = { SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'slotline@example.com' };
    expect(readConfig(reached).signUp).toBe(false);
    expect(readConfig({ ...reached, ...mail }).signUp).toBe(true);
    expect(readConfig({ ...reached, SIGN_UP: 'on' }).signUp).toBe(true);
    expect(problemsOf({ SMTP_URL: 'smtp://localhost:25' })).toEqual([
      'MAIL_FROM is required with an SMTP_URL: the sender of the emails',
    ]);
    expect(problemsOf({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'nobody' })).toHaveLength(2);
  });

  test('takes an empty or blank value for none, and ignores variables it does not know', () => {
    const blank = Object.fromEntries(describeConfig().map(({ name }) => [name, ' ']));
    expect(readConfig({ ...blank, PORT: '', PROT: '1', PATH: '/bin' })).toEqual(readConfig({}));
  });

  test.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://example.com/slotline//', 'https://example.com/slotline'],
    ['HTTP://EXAMPLE.com:80', 'http://example.com'],
  ])('writes the base address %s as %s', (text, expected) => {
    expect(readConfig({ BASE_URL: text, SECRET_KEY: secretKey })).toMatchObject({
      baseUrl: expected,
      appUrl: expected,
    });
  });

  test.each([
    'postgres://localhost/slotline',
    'postgresql:///slotline?host=/run',
    'postgresql://me@/slotline',
    'postgresql://me:secret@h1:5432,h2:5433/slotline?target_session_attrs=read-write',
    'postgresql:///slotline?host=h1,h2&port=5432',
  ])('accepts the database %s', (databaseUrl) => {
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
  });

  test('counts in Redis by default where REDIS_URL is set', () => {
    const env = { REDIS_URL: 'redis://localhost' };
    expect(readConfig(env).rateLimitStore).toBe('redis');
    expect(readConfig({ ...env, RATE_LIMIT_STORE: 'memory' }).rateLimitStore).toBe('memory');
  });

  test.each([
    ['NODE_ENV', 'prod', 'development, test or production'],
    ['PORT', '0', 'a whole number from 1 to 65535'],
    ['PORT', '65536', 'a whole number from 1 to 65535'],
    ['PORT', '3e3', 'a whole number from 1 to 65535'],
    ['HOST', 'http://localhost', 'a host name or an address'],
    ['BASE_URL', 'example.com', 'an http:// or https:// URL without user, query and fragment'],
    ['BASE_URL', 'http://', 'an http:// or https:// URL without user, query and fragment'],
    ['APP_URL', 'https://example.com/?a=1', 'an http:// or https:// URL without user, query and fragment'],
    ['LOG_LEVEL', 'verbose', 'trace, debug, info, warn, error, fatal or silent'],
    ['DEMO', 'true', 'on or off'],
    ['WORKER', 'yes', 'on or off'],
    ['METRICS_PORT', '0', 'a whole number from 1 to 65535'],
    ['NODES', '1.5', 'a whole number from 1 to 10000'],
    ['RATE_LIMIT_STORE', 'mongo', 'memory, postgres or redis'],
    [
      'TRUSTED_PROXIES',
      'proxy',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.1, 0.0.0.0/0',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'TRUSTED_PROXIES',
      '::/0',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'TRUSTED_PROXIES',
      '0.0.0.0/0',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'TRUSTED_PROXIES',
      '0.0.0.0/1,128.0.0.0/1',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'TRUSTED_PROXIES',
      '::/1,8000::/1',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'a comma-separated list of addresses, networks such as 10.0.0.0/8 (never all addresses) and the word loopback',
    ],
    [
      'CORS_ORIGINS',
      '*',
      'a comma-separated list of origins such as https://app.example.com, each without a path and in lower case',
    ],
    [
      'CORS_ORIGINS',
      'https://a.example.com/',
      'a comma-separated list of origins such as https://app.example.com, each without a path and in lower case',
    ],
    [
      'CORS_ORIGINS',
      'https://a.example.com,',
      'a comma-separated list of origins such as https://app.example.com, each without a path and in lower case',
    ],
    [
      'CORS_ORIGINS',
      'https://A.example.com',
      'a comma-separated list of origins such as https://app.example.com, each without a path and in lower case',
    ],
  ])('refuses %s=%s and says what is right', (name, value, type) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} must be ${type}, but is "${value}"`]);
  });

  test('names sensitive variables without printing their values', () => {
    const env = { DATABASE_URL: 'mysql://me:hunter2@db/x', REDIS_URL: 'http://hunter2', SECRET_KEY: 'hunter2' };
    expect(problemsOf(env)).toEqual([
      'DATABASE_URL must be a postgres:// or postgresql:// URL',
      'REDIS_URL must be a redis:// or rediss:// URL',
      'SECRET_KEY must be at least 32 characters, 8 of them different; or several of them with commas between them',
    ]);
  });

  test('says what is wrong with a DATABASE_URL of several hosts, without its password', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://me:hunter2@h1,h2/slotline?port=1,2,3' })).toEqual([
      'DATABASE_URL: it has 2 hosts and 3 ports. Name one port for all hosts, or one for each.',
    ]);
    expect(problemsOf({ DATABASE_URL: 'postgres://me:hunter2,x/y@h1/slotline' })).toEqual([
      'DATABASE_URL: the port of host 1 must be a whole number from 1 to 65535.',
    ]);
  });

  test('requires a secret of your own in production', () => {
    const production = { NODE_ENV: 'production' };
    const missing =
      'SECRET_KEY is required when NODE_ENV is production: at least 32 characters, the same on every node';
    expect(problemsOf(production)).toEqual([missing]);
    expect(problemsOf({ ...production, SECRET_KEY: readConfig({}).secretKeys[0] })).toEqual([
      'SECRET_KEY must be your own secret when NODE_ENV is production, not the development value',
    ]);
    expect(problemsOf({ ...production, SECRET_KEY: 'short' })).toEqual([
      'SECRET_KEY must be at least 32 characters, 8 of them different; or several of them with commas between them',
    ]);
  });

  test('takes several keys with commas between them, each of which has to be a good one', () => {
    const [first, second] = [secretKey, 'another secret key, with a comma in it'.replace(',', ' and')];
    const keysOf = (SECRET_KEY: string) => readConfig({ SECRET_KEY }).secretKeys;
    expect(keysOf(`${first}, ${second}`)).toEqual([first, second]);
    // As it was before there were lists: a text of which no part would do as a key.
    expect(keysOf('a secret of words, which are, all of them, short')).toEqual([
      'a secret of words, which are, all of them, short',
    ]);
    const refusal = [
      'SECRET_KEY must be at least 32 characters, 8 of them different; or several of them with commas between them',
    ];
    for (const bad of [`${first},short`, `${first},`, `,${first}`])
      expect(problemsOf({ SECRET_KEY: bad })).toEqual(refusal);
    const production = { NODE_ENV: 'production', SECRET_KEY: `${first},${readConfig({}).secretKeys[0]}` };
    expect(problemsOf(production)).toEqual([
      'SECRET_KEY must be your own secret when NODE_ENV is production, not the development value',
    ]);
  });

  const known = (name: string, address: string) =>
    `SECRET_KEY must be your own secret when ${name} is ${address}: the development value is public, so it is only allowed on localhost`;

  test.each(['https://api.example.com', 'http://192.168.1.5:3000', 'http://localhost.example.com', 'http://[::2]'])(
    'refuses the development key for %s',
    (address) => {
      const key = readConfig({}).secretKeys[0];
      expect(problemsOf({ BASE_URL: address, APP_URL: 'http://localhost:3000' })).toEqual([known('BASE_URL', address)]);
      expect(problemsOf({ APP_URL: address, SECRET_KEY: key })).toEqual([known('APP_URL', address)]);
      expect(problemsOf({ BASE_URL: address, APP_URL: address, NODE_ENV: 'test' })).toEqual([
        known('BASE_URL', address),
        known('APP_URL', address),
      ]);
      expect(problemsOf({ BASE_URL: address, SECRET_KEY: secretKey })).toEqual([]);
    },
  );

  test.each(['http://localhost:8080', 'https://localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000/slotline'])(
    'takes the development key for %s',
    (address) => {
      expect(problemsOf({ BASE_URL: address, APP_URL: address })).toEqual([]);
    },
  );

  test.each(['0.0.0.0', '::', '192.168.1.5', 'slotline'])('refuses the development key where HOST is %s', (host) => {
    expect(problemsOf({ HOST: host })).toEqual([known('HOST', host)]);
    expect(problemsOf({ HOST: host, SECRET_KEY: secretKey })).toEqual([]);
  });

  test.each(['localhost', '127.0.0.1', '::1'])('takes the development key where HOST is %s', (host) => {
    expect(problemsOf({ HOST: host })).toEqual([]);
  });

  test.each(['HOST', 'BASE_URL', 'APP_URL'] as const)('knows by %s that other machines reach the server', (name) => {
    const value = name === 'HOST' ? '0.0.0.0' : 'http://192.168.1.5';
    expect(readConfig({ [name]: value, SECRET_KEY: secretKey }).isLocal).toBe(false);
  });

  test('sends webhooks to this machine in local development alone, unless OUTGOING_LOOPBACK says otherwise', () => {
    const reachable = { HOST: '0.0.0.0', SECRET_KEY: secretKey };
    const production = { NODE_ENV: 'production', SECRET_KEY: secretKey, HOST: '127.0.0.1' };
    expect(readConfig({ OUTGOING_LOOPBACK: 'off' }).outgoingLoopback).toBe(false);
    for (const env of [reachable, production]) {
      expect(readConfig(env).outgoingLoopback).toBe(false);
      expect(readConfig({ ...env, OUTGOING_LOOPBACK: 'on' }).outgoingLoopback).toBe(true);
    }
    expect(problemsOf({ OUTGOING_LOOPBACK: 'yes' })).toEqual(['OUTGOING_LOOPBACK must be on or off, but is "yes"']);
  });

  test('requires https in production, but for localhost', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: secretKey };
    const http = { BASE_URL: 'http://api.example.com', APP_URL: 'http://10.0.0.7' };
    expect(problemsOf({ ...production, ...http })).toEqual([
      'BASE_URL must be https when NODE_ENV is production, but is "http://api.example.com"; only localhost may be http',
      'APP_URL must be https when NODE_ENV is production, but is "http://10.0.0.7"; only localhost may be http',
    ]);
    expect(problemsOf({ ...production, BASE_URL: 'http://localhost:3000', APP_URL: 'http://127.0.0.1' })).toEqual([]);
    expect(problemsOf({ ...http, SECRET_KEY: secretKey })).toEqual([]);
  });

  test('requires a shared database and shared limits of more than one node', () => {
    const database = { DATABASE_URL: 'postgres://db/slotline', NODES: '2' };
    const needsDatabase = 'DATABASE_URL is required when NODES is more than 1: the embedded database serves one node';
    const needsStore = expect.stringMatching(
      /^RATE_LIMIT_STORE must be redis .* or postgres when NODES is more than 1/,
    );
    expect(problemsOf({ NODES: '2' })).toEqual([needsDatabase, needsStore]);
    expect(problemsOf({ ...database, RATE_LIMIT_STORE: 'memory', REDIS_URL: 'redis://cache' })).toEqual([needsStore]);
    expect(problemsOf({ ...database, RATE_LIMIT_STORE: 'postgres' })).toEqual([]);
    expect(problemsOf({ ...database, REDIS_URL: 'redis://cache' })).toEqual([]);
  });

  test('takes the database of requests for everything else too, unless another is named', () => {
    const [pooled, direct] = ['postgres://pooler:6432/slotline', 'postgres://db/slotline'];
    expect(readConfig({ DATABASE_URL: pooled }).directDatabaseUrl).toBe(pooled);
    expect(readConfig({ DATABASE_URL: pooled, DIRECT_DATABASE_URL: direct })).toMatchObject({
      databaseUrl: pooled,
      directDatabaseUrl: direct,
    });
    expect(problemsOf({ DIRECT_DATABASE_URL: direct })).toEqual([
      'DATABASE_URL is required with a DIRECT_DATABASE_URL: requests use DATABASE_URL',
    ]);
  });

  test('requires REDIS_URL where the store is redis', () => {
    expect(problemsOf({ RATE_LIMIT_STORE: 'redis' })).toEqual(['REDIS_URL is required when RATE_LIMIT_STORE is redis']);
  });

  test('reports every problem at once, and each once', () => {
    const env = { NODE_ENV: 'production', PORT: 'http', NODES: '2', REDIS_URL: 'cache:6379', DATABASE_URL: 'db' };
    expect(problemsOf(env).map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'SECRET_KEY',
    ]);
  });
});

describe('describeConfig()', () => {
  test('lists each variable as the documentation describes it', () => {
    const list = describeConfig();
    expect(list.find(({ name }) => name === 'PORT')).toEqual({
      name: 'PORT',
      type: 'a whole number from 1 to 65535',
      default: '3000',
      sensitive: false,
      meaning: 'The port to listen on.',
    });
    expect(list.filter(({ sensitive }) => sensitive).map(({ name }) => name)).toEqual([
      'DATABASE_URL',
      'DIRECT_DATABASE_URL',
      'REDIS_URL',
      'SECRET_KEY',
      'SMTP_URL',
      'METRICS_TOKEN',
      'GOOGLE_CLIENT_SECRET',
      'MICROSOFT_CLIENT_SECRET',
    ]);
    expect(list).toHaveLength(31);
  });
});
