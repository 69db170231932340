import { z } from 'zod';
import type { Config } from '#src/config/config.ts';
import type { ConnectedDatabase } from '#src/db/open.ts';
import type { ValidationMessages } from '#src/domain/field-errors.ts';
import type { AuditContext } from '#src/services/audit/context.ts';
import type { ServiceContext } from '#src/services/context.ts';

export interface Option {
  /** The input field that takes its value. */
  field: string;
  /** The placeholder of its value in the help; absent for a switch. */
  value?: string;
  help: string;
  /** Text by default. A list is separated by commas or spaces. A secret given as `-` is read from standard input. */
  kind?: 'integer' | 'list' | 'secret' | 'switch';
}

/** An option whose value is a number. */
export function countOption(field: string, help: string): Option {
  return { field, value: '<number>', kind: 'integer', help };
}

/** Resolves a path of the command line, relative to the operator's working directory. */
export type FileAt = (name: string) => string;

/** The context of a command before a database is opened. */
export interface CheckContext {
  readonly config: Config;
  readonly fileAt: FileAt;
  /** Reports progress; silent with --json. */
  readonly log: (message: string) => void;
}

export interface CommandContext extends ServiceContext, AuditContext, CheckContext {
  /** The database, with the names of the migrations applied before the command. It is closed after the command. */
  readonly connected: ConnectedDatabase;
}

/** The output of a command: JSON with --json, otherwise the text. */
export interface Output {
  json: object;
  text: string;
  /** The command ran, but its check failed: it exits with 1. */
  failed?: boolean;
}

export type Prepared = PreparedForDatabase | PreparedAlone;

interface ContextAlone extends Pick<CheckContext, 'fileAt'> {
  /** Throws if the configuration is invalid. */
  readonly readConfig: () => Config;
}

interface PreparedAlone {
  readonly needsDatabase: false;
  run(context: ContextAlone): Promise<Output>;
}

interface PreparedForDatabase {
  readonly needsDatabase: true;
  /** True if the database is migrated first. */
  readonly migrates: boolean;
  /** True if it may create a database. Others refuse a missing one: the operator probably named the wrong one. */
  readonly makesDatabase: boolean;
  /** True if it runs until it is stopped, so that no statement may wait forever. */
  readonly isServing: boolean;
  /** Rejects input that cannot succeed, before a database is opened or created. */
  check(context: CheckContext): Promise<void>;
  run(context: CommandContext): Promise<Output>;
}

interface Description<Schema extends z.ZodObject> {
  name: string;
  summary: string;
  /** The options by their name on the command line, without the dashes. */
  options: Record<string, Option>;
  input: Schema;
}

interface Definition<Schema extends z.ZodObject, Checked> extends Description<Schema> {
  /** False if the database is not migrated first. */
  migrates?: false;
  /** True if it creates a missing database. */
  makesDatabase?: true;
  /** True if it runs until it is stopped. */
  isServing?: true;
  /** The result is passed to `run`. */
  check?(context: CheckContext, input: z.output<Schema>): Promise<Checked>;
  run(context: CommandContext, input: z.output<Schema>, checked: Checked): Promise<Output>;
}

export type Command = ReturnType<typeof command>;

/** Creates a command from its options, its input schema and its use case. */
export function command<Schema extends z.ZodObject, Checked = undefined>(definition: Definition<Schema, Checked>) {
  const { migrates = true, makesDatabase = false, isServing = false, run } = definition;
  const needs = { needsDatabase: true, migrates, makesDatabase, isServing } as const;
  return described(definition, (input) => {
    let checked: Checked | undefined;
    return {
      ...needs,
      async check(context) {
        checked = await definition.check?.(context, input);
      },
      run: (context: CommandContext) => run(context, input, checked as Checked),
    };
  });
}

interface DefinitionAlone<Schema extends z.ZodObject> extends Description<Schema> {
  run(input: z.output<Schema>, context: ContextAlone): Promise<Output>;
}

/** Creates a command that opens no database, and reads the configuration itself if it needs it. */
export function commandWithoutDatabase<Schema extends z.ZodObject>(definition: DefinitionAlone<Schema>) {
  return described(definition, (input) => ({ needsDatabase: false, run: (context) => definition.run(input, context) }));
}

function described<Schema extends z.ZodObject>(
  { name, summary, options, input }: Description<Schema>,
  prepared: (input: z.output<Schema>) => Prepared,
) {
  return {
    name,
    summary,
    options,
    isRequired: (flag: string) => isRequired(input, options[flag]),
    /** Returns the command ready to run, or every problem of the values. */
    prepare(values: Map<string, string>): Prepared | { details: ValidationMessages } {
      const parsed = input.safeParse(inputOf(options, values));
      if (parsed.success) return prepared(parsed.data);
      return { details: z.flattenError(parsed.error) as ValidationMessages };
    },
    /** Describes the problems of an input by the names of the options. */
    explain: (details: ValidationMessages, values: Map<string, string>) => explain(options, details, values),
  };
}

function isRequired(input: z.ZodObject, option: Option | undefined): boolean {
  const field = option && input.shape[option.field];
  return field !== undefined && !z.safeParse(field, undefined).success;
}

function inputOf(options: Record<string, Option>, values: Map<string, string>): Record<string, unknown> {
  const set = Object.entries(options).filter(([flag]) => values.has(flag));
  return Object.fromEntries(set.map(([flag, { field, kind }]) => [field, convert(values.get(flag) ?? '', kind)]));
}

/** Text that is not a number stays text, so that the schema refuses it with its own message. */
function convert(text: string, kind: Option['kind']): unknown {
  if (kind === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === 'switch') return true;
  return kind === 'list' ? text.split(/[\s,]+/).filter(Boolean) : text;
}

/** Returns problems by option; problems of the whole input have the empty name. */
function explain(options: Record<string, Option>, details: ValidationMessages, values: Map<string, string>) {
  const problems = new Map<string, string[]>([['', details.formErrors]]);
  for (const [field, messages] of Object.entries(details.fieldErrors)) {
    const flag = Object.keys(options).find((name) => options[name]?.field === field) ?? field;
    const isMissing = Object.hasOwn(options, flag) && !values.has(flag);
    const texts = isMissing ? [`--${flag} is required`] : messages.map((text) => `--${flag}: ${text}`);
    problems.set(flag, [...new Set(texts)]);
  }
  return problems;
}
