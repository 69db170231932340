import { describe, expect, test } from 'vitest';
import { ConfigError, describeConfig, readConfig } from '#src/config/config.ts';
import { parseNetworks } from '#src/lib/addresses.ts';

const secretKey = 'k'.repeat(32);

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
      dataDir: './data',
      databaseUrl: undefined,
      redisUrl: undefined,
      secretKey: expect.stringContaining('development'),
      logLevel: 'info',
      demo: true,
      nodes: 1,
      rateLimitStore: 'memory',
      trustedProxies: [],
    });
  });

  test('listens everywhere and makes no demo data in production, whatever DEMO says', () => {
    const config = readConfig({ NODE_ENV: 'production', SECRET_KEY: secretKey, DEMO: 'on' });
    expect(config).toMatchObject({ host: '0.0.0.0', demo: false, secretKey });
  });

  test('reads every variable', () => {
    const env = {
      NODE_ENV: 'test',
      PORT: '8080',
      HOST: '::1',
      BASE_URL: 'https://api.example.com',
      APP_URL: 'https://app.example.com',
      DATA_DIR: '/var/lib/slotline',
      DATABASE_URL: 'postgresql://user:secret@db.example.com:5433/slotline?sslmode=require',
      REDIS_URL: 'rediss://:secret@cache.example.com:6380/1',
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'silent',
      DEMO: 'off',
      NODES: '3',
      RATE_LIMIT_STORE: 'postgres',
      TRUSTED_PROXIES: '192.0.2.7',
    };
    expect(readConfig(env)).toEqual({
      nodeEnv: 'test',
      port: 8080,
      host: '::1',
      baseUrl: env.BASE_URL,
      appUrl: env.APP_URL,
      dataDir: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL,
      redisUrl: env.REDIS_URL,
      secretKey,
      logLevel: 'silent',
      demo: false,
      nodes: 3,
      rateLimitStore: 'postgres',
      trustedProxies: parseNetworks('192.0.2.7'),
    });
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
    expect(readConfig({ BASE_URL: text })).toMatchObject({ baseUrl: expected, appUrl: expected });
  });

  test.each(['postgres://localhost/slotline', 'postgresql:///slotline?host=/run', 'postgresql://me@/slotline'])(
    'accepts the database %s',
    (databaseUrl) => {
      expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
    },
  );

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
    ['NODES', '1.5', 'a whole number from 1 to 10000'],
    ['RATE_LIMIT_STORE', 'mongo', 'memory, postgres or redis'],
    ['TRUSTED_PROXIES', 'proxy', 'a comma list of addresses, networks like 10.0.0.0/8 and the word loopback'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'a comma list of addresses, networks like 10.0.0.0/8 and the word loopback'],
  ])('refuses %s=%s and says what is right', (name, value, type) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} must be ${type}, but is "${value}"`]);
  });

  test('names sensitive variables without printing their values', () => {
    const env = { DATABASE_URL: 'mysql://me:hunter2@db/x', REDIS_URL: 'http://hunter2', SECRET_KEY: 'hunter2' };
    expect(problemsOf(env)).toEqual([
      'DATABASE_URL must be a postgres:// or postgresql:// URL',
      'REDIS_URL must be a redis:// or rediss:// URL',
      'SECRET_KEY must be at least 32 characters',
    ]);
  });

  test('requires a secret of your own in production', () => {
    const production = { NODE_ENV: 'production' };
    const missing =
      'SECRET_KEY is required when NODE_ENV is production: at least 32 characters, the same on every node';
    expect(problemsOf(production)).toEqual([missing]);
    expect(problemsOf({ ...production, SECRET_KEY: readConfig({}).secretKey })).toEqual([
      'SECRET_KEY must be a secret of your own when NODE_ENV is production, not the development value',
    ]);
    expect(problemsOf({ ...production, SECRET_KEY: 'short' })).toEqual(['SECRET_KEY must be at least 32 characters']);
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
  test('lists each variable as the README describes it', () => {
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
      'REDIS_URL',
      'SECRET_KEY',
    ]);
    expect(list).toHaveLength(14);
  });
});
