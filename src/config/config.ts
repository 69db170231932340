import type { Network } from '#src/lib/addresses.ts';
import {
  developmentSecretKey,
  type logLevels,
  type nodeEnvs,
  type rateLimitStores,
  type Variable,
  type VariableName,
  variables,
} from './variables.ts';

export interface Config {
  readonly nodeEnv: (typeof nodeEnvs)[number];
  readonly port: number;
  readonly host: string;
  /** Like appUrl, without a slash at its end. */
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly secretKey: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly demo: boolean;
  readonly nodes: number;
  readonly rateLimitStore: (typeof rateLimitStores)[number];
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly Network[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** All that is wrong with the environment, a line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads the environment into typed values, or throws a ConfigError that tells every problem at once. */
export function readConfig(env: Environment): Config {
  const { given, problems } = readVariables(env);
  const config = withDefaults(given);
  problems.push(...crossProblems(config, given, env));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The list of variables for people: the README's table is made of it. */
export function describeConfig() {
  return Object.entries<Variable<unknown>>(variables).map(([name, variable]) => ({
    name,
    type: variable.type,
    default: variable.default,
    sensitive: variable.sensitive ?? false,
    meaning: variable.meaning,
  }));
}

type Given = { [Name in VariableName]?: NonNullable<ReturnType<(typeof variables)[Name]['parse']>> };

function readVariables(env: Environment) {
  const given: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable<unknown>>(variables)) {
    const text = textOf(env, name);
    if (text === undefined) continue;
    given[name] = variable.parse(text);
    if (given[name] === undefined) problems.push(problemOf(name, variable, text));
  }
  return { given: given as Given, problems };
}

/** An empty value, as in `PORT= npm start` or a compose file, is as good as none. */
function textOf(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function problemOf(name: string, variable: Variable<unknown>, text: string): string {
  const found = variable.sensitive ? '' : `, but is ${JSON.stringify(text)}`;
  return `${name} must be ${variable.type}${found}`;
}

function withDefaults(given: Given): Config {
  const nodeEnv = given.NODE_ENV ?? 'development';
  const isProduction = nodeEnv === 'production';
  const port = given.PORT ?? 3000;
  const baseUrl = given.BASE_URL ?? `http://localhost:${port}`;
  return {
    nodeEnv,
    port,
    host: given.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    baseUrl,
    appUrl: given.APP_URL ?? baseUrl,
    dataDir: given.DATA_DIR ?? './data',
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    secretKey: given.SECRET_KEY ?? developmentSecretKey,
    logLevel: given.LOG_LEVEL ?? 'info',
    demo: !isProduction && given.DEMO !== 'off',
    nodes: given.NODES ?? 1,
    rateLimitStore: given.RATE_LIMIT_STORE ?? (given.REDIS_URL ? 'redis' : 'memory'),
    trustedProxies: given.TRUSTED_PROXIES ?? [],
  };
}

/** What is wrong between variables. One that is set but wrong was told already, and is not told as missing too. */
function crossProblems(config: Config, given: Given, env: Environment): string[] {
  const isUnset = (name: VariableName) => textOf(env, name) === undefined;
  const isShared = config.nodes > 1;
  const countsAlone = given.RATE_LIMIT_STORE === 'memory' || (isUnset('RATE_LIMIT_STORE') && isUnset('REDIS_URL'));
  const checks: [boolean, string][] = [
    [
      config.nodeEnv === 'production' && isUnset('SECRET_KEY'),
      'SECRET_KEY is required when NODE_ENV is production: at least 32 characters, the same on every node',
    ],
    [
      config.nodeEnv === 'production' && given.SECRET_KEY === developmentSecretKey,
      'SECRET_KEY must be a secret of your own when NODE_ENV is production, not the development value',
    ],
    [config.rateLimitStore === 'redis' && isUnset('REDIS_URL'), 'REDIS_URL is required when RATE_LIMIT_STORE is redis'],
    [
      isShared && isUnset('DATABASE_URL'),
      'DATABASE_URL is required when NODES is more than 1: the embedded database serves one node',
    ],
    [
      isShared && countsAlone,
      'RATE_LIMIT_STORE must be redis (with a REDIS_URL) or postgres when NODES is more than 1: memory counts the calls of one node only',
    ],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}
