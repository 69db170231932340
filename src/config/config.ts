import { developmentSecretKey, type Variable, type VariableName, variables } from './variables.ts';

export type Config = Readonly<ReturnType<typeof withDefaults>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that is wrong with the environment, one line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads the environment into typed values, or throws a ConfigError with every problem at once. */
export function readConfig(env: Environment): Config {
  const { values, problems } = readVariables(env);
  const config = withDefaults(values);
  problems.push(...crossProblems(config, values, env));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Describes the variables, for the table of the documentation. */
export function describeConfig() {
  return Object.entries<Variable<unknown>>(variables).map(([name, variable]) => ({
    name,
    type: variable.type,
    default: variable.default,
    sensitive: variable.sensitive ?? false,
    meaning: variable.meaning,
  }));
}

type Values = { [Name in VariableName]?: NonNullable<ReturnType<(typeof variables)[Name]['parse']>> };

function readVariables(env: Environment) {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable<unknown>>(variables)) {
    const text = textOf(env, name);
    if (text === undefined) continue;
    values[name] = variable.parse(text);
    if (values[name] === undefined) problems.push(problemOf(name, variable, text));
  }
  return { values: values as Values, problems };
}

/** An empty value, as in `PORT= npm start` or a compose file, counts as unset. */
function textOf(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function problemOf(name: string, variable: Variable<unknown>, text: string): string {
  const fault = variable.faultOf?.(text);
  if (fault !== undefined) return `${name}: ${fault}`;
  const actual = variable.sensitive ? '' : `, but is ${JSON.stringify(text)}`;
  return `${name} must be ${variable.type}${actual}`;
}

function withDefaults(values: Values) {
  const nodeEnv = values.NODE_ENV ?? 'development';
  const isProduction = nodeEnv === 'production';
  const port = values.PORT ?? 3000;
  const host = values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1');
  const baseUrl = values.BASE_URL ?? `http://localhost:${port}`;
  const appUrl = values.APP_URL ?? baseUrl;
  // True if only this machine reaches the server, as far as the environment says.
  const isLocal = isLoopback(host) && [baseUrl, appUrl].every((address) => isLoopback(hostIn(address)));
  return {
    nodeEnv,
    port,
    host,
    // Without a trailing slash, like appUrl.
    baseUrl,
    appUrl,
    isLocal,
    dataDir: values.DATA_DIR ?? './data',
    // Undefined: the embedded PostgreSQL in dataDir.
    databaseUrl: values.DATABASE_URL,
    // For work that needs its own session, which a pooler may not give.
    directDatabaseUrl: values.DIRECT_DATABASE_URL ?? values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    // The first signs and encrypts; what an earlier one signed or encrypted is still read.
    secretKeys: values.SECRET_KEY ?? [developmentSecretKey],
    logLevel: values.LOG_LEVEL ?? 'info',
    demo: isLocal && !isProduction && values.DEMO !== 'off',
    signUp: values.SIGN_UP ? values.SIGN_UP === 'on' : isLocal || values.SMTP_URL !== undefined,
    // Undefined: no e-mail is sent.
    smtpUrl: values.SMTP_URL,
    smtpTls: values.SMTP_TLS,
    mailFrom: values.MAIL_FROM,
    nodes: values.NODES ?? 1,
    rateLimitStore: values.RATE_LIMIT_STORE ?? (values.REDIS_URL ? 'redis' : 'memory'),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    worker: values.WORKER !== 'off',
    drainSeconds: values.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    // Undefined: the metrics have no port of their own.
    metricsPort: values.METRICS_PORT,
    metricsToken: values.METRICS_TOKEN,
    // True if the port of the server serves the metrics, with the token if there is one.
    servesMetrics: values.METRICS_TOKEN !== undefined || (isLocal && !isProduction),
    auditDays: values.AUDIT_DAYS ?? 365,
    calendarMaxAgeMinutes: values.CALENDAR_MAX_AGE ?? 15,
    // Undefined: calendars of the provider are not offered.
    googleClient: clientOf(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    microsoftClient: clientOf(values.MICROSOFT_CLIENT_ID, values.MICROSOFT_CLIENT_SECRET),
    outgoingLoopback: values.OUTGOING_LOOPBACK ? values.OUTGOING_LOOPBACK === 'on' : isLocal && !isProduction,
  };
}

/** This installation as an OAuth client of a calendar provider. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

function clientOf(clientId: string | undefined, clientSecret: string | undefined): ProviderClient | undefined {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;
}

/** Finds variables that contradict each other. An invalid one is already reported, and is not missing. */
function crossProblems(config: Config, values: Values, env: Environment): string[] {
  const isUnset = (name: VariableName) => textOf(env, name) === undefined;
  const isShared = config.nodes > 1;
  const isProduction = config.nodeEnv === 'production';
  const addresses = [
    ['BASE_URL', config.baseUrl],
    ['APP_URL', config.appUrl],
  ] as const;
  const published = addresses.filter(([name, address]) => !isUnset(name) && !isLoopback(hostIn(address)));
  const reachable = [...published, ...(isLoopback(config.host) ? [] : [['HOST', config.host] as const])];
  const countsAlone = values.RATE_LIMIT_STORE === 'memory' || (isUnset('RATE_LIMIT_STORE') && isUnset('REDIS_URL'));
  const hasDevelopmentKey = values.SECRET_KEY?.includes(developmentSecretKey) === true;
  const checks: [boolean, string][] = [
    [
      isProduction && isUnset('SECRET_KEY'),
      'SECRET_KEY is required when NODE_ENV is production: at least 32 characters, the same on every node',
    ],
    [
      isProduction && hasDevelopmentKey,
      'SECRET_KEY must be your own secret when NODE_ENV is production, not the development value',
    ],
    ...reachable.map(([name, address]): [boolean, string] => [
      !isProduction && (isUnset('SECRET_KEY') || hasDevelopmentKey),
      `SECRET_KEY must be your own secret when ${name} is ${address}: the development value is public, so it is only allowed on localhost`,
    ]),
    ...published.map(([name, address]): [boolean, string] => [
      isProduction && address.startsWith('http:'),
      `${name} must be https when NODE_ENV is production, but is "${address}"; only localhost may be http`,
    ]),
    [config.rateLimitStore === 'redis' && isUnset('REDIS_URL'), 'REDIS_URL is required when RATE_LIMIT_STORE is redis'],
    [
      !isUnset('DIRECT_DATABASE_URL') && isUnset('DATABASE_URL'),
      'DATABASE_URL is required with a DIRECT_DATABASE_URL: requests use DATABASE_URL',
    ],
    ...(['GOOGLE', 'MICROSOFT'] as const).flatMap((provider): [boolean, string][] =>
      [['ID', 'SECRET'] as const, ['SECRET', 'ID'] as const].map(([present, missing]) => [
        !isUnset(`${provider}_CLIENT_${present}`) && isUnset(`${provider}_CLIENT_${missing}`),
        `${provider}_CLIENT_${missing} is required with a ${provider}_CLIENT_${present}`,
      ]),
    ),
    [!isUnset('SMTP_URL') && isUnset('MAIL_FROM'), 'MAIL_FROM is required with an SMTP_URL: the sender of the emails'],
    [
      isShared && isUnset('DATABASE_URL'),
      'DATABASE_URL is required when NODES is more than 1: the embedded database serves one node',
    ],
    [
      isShared && countsAlone,
      'RATE_LIMIT_STORE must be redis (with a REDIS_URL) or postgres when NODES is more than 1: memory counts only the requests of one node',
    ],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

/** The host in the form of HOST: an IPv6 address without its brackets. */
function hostIn(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '');
}

/** True if only this machine reaches the host. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
