import path from 'node:path';
import { ConfigError, readConfig } from '#src/config/config.ts';
import { DatabaseClock } from '#src/db/database-clock.ts';
import { examineDatabases, requireDatabase } from '#src/db/examine.ts';
import { connectDatabase } from '#src/db/open.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { ValidationMessages } from '#src/domain/field-errors.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { version } from '#src/lib/version.ts';
import { auditKeyPurpose } from '#src/services/audit/record-audit.ts';
import type { Output } from './command.ts';
import { type Invocation, parseInvocation } from './invocation.ts';

type Environment = Parameters<typeof readConfig>[0];
type Console = Pick<typeof globalThis.console, 'log' | 'error'>;

/**
 * Runs the command of these arguments, and returns its exit code. The result goes to standard output, and everything else to
 * standard error.
 */
export async function runCommand(argv: string[], env: Environment, console: Console): Promise<0 | 1> {
  const invocation = parseInvocation(argv);
  if (invocation.kind === 'help') return done(console, invocation.text);
  if (invocation.kind === 'version') return done(console, invocation.json ? JSON.stringify({ version }) : version);
  if (invocation.kind === 'mistakes') return failed(console, invocation.lines);
  try {
    const output = await perform(invocation, env, console);
    done(console, invocation.json ? JSON.stringify(output.json) : output.text);
    return output.failed ? 1 : 0;
  } catch (error) {
    return failed(console, linesOf(error, invocation.explain));
  }
}

type Runnable = Extract<Invocation, { kind: 'run' }>;

async function perform({ json, prepared }: Runnable, env: Environment, console: Console): Promise<Output> {
  const fileAt = (name: string) => path.resolve(directoryOf(env), name);
  if (!prepared.needsDatabase) return prepared.run({ readConfig: () => readConfig(env), fileAt });
  const config = readConfig(env);
  const { directDatabaseUrl, dataDir } = config;
  const log = (message: string) => json || console.error(message);
  await prepared.check({ config, fileAt, log });
  const { migrates, makesDatabase, isServing } = prepared;
  // A serving command connects like the nodes. An operator's command may hold a session for hours.
  const databaseUrl = isServing ? config.databaseUrl : directDatabaseUrl;
  await examineDatabases(config, { isServing });
  if (!makesDatabase) await requireDatabase({ databaseUrl: directDatabaseUrl, dataDir });
  const connected = await connectDatabase({
    databaseUrl,
    directDatabaseUrl,
    dataDir,
    role: 'command',
    migrates,
    isServing,
    log,
    onCrash: (error) => {
      console.error(`The embedded PostgreSQL could not be restarted: ${error.message}`);
      process.exit(1);
    },
  });
  try {
    const clock = await DatabaseClock.open(connected.database.admin);
    const auditKeys = new SealedTexts(config.secretKeys, auditKeyPurpose);
    return await prepared.run({ db: connected.database, clock, auditKeys, config, connected, fileAt, log });
  } finally {
    await connected.close();
  }
}

/** `npm --prefix` changes the working directory; INIT_CWD is the operator's. */
function directoryOf(env: Environment): string {
  return (env.npm_lifecycle_event === 'cli' && env.INIT_CWD) || '.';
}

function linesOf(error: unknown, explain: (details: ValidationMessages) => string[]): string[] {
  if (error instanceof DomainError && error.details) return explain(error.details);
  if (error instanceof ConfigError) return [...error.problems];
  return [error instanceof Error ? error.message : String(error)];
}

function done(console: Console, text: string): 0 {
  console.log(text);
  return 0;
}

function failed(console: Console, lines: string[]): 1 {
  for (const line of lines) console.error(line);
  return 1;
}
