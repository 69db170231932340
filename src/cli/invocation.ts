import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import leven from 'leven';
import type { ValidationMessages } from '#src/domain/field-errors.ts';
import type { Command, Option, Prepared } from './command.ts';
import { commands } from './commands.ts';
import { commandUsage, generalUsage, hint, usage } from './usage.ts';

/** The meaning of a command line: help, a version, a command to run, or its mistakes. */
export type Invocation =
  | { kind: 'help'; text: string }
  | { kind: 'version'; json: boolean }
  | { kind: 'mistakes'; lines: string[] }
  | { kind: 'run'; json: boolean; prepared: Prepared; explain: (details: ValidationMessages) => string[] };

/** Parses the arguments after the program name, and reports all mistakes at once. */
export function parseInvocation(argv: string[], readStandardInput = () => readFileSync(0, 'utf8')): Invocation {
  if (isVersion(argv)) return { kind: 'version', json: argv.includes('--json') };
  const args = switchesLast(argv);
  const command = commands.find(({ name }) => startsWith(args, name.split(' ')));
  if (command) return parseCommand(command, args.slice(command.name.split(' ').length), readStandardInput);
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help', text: generalUsage(commands) };
  const words = commandWords(args);
  if (words.length === 0) return { kind: 'mistakes', lines: ['A command is missing.', '', generalUsage(commands)] };
  return { kind: 'mistakes', lines: [unknownCommand(words), usage, hint(undefined)] };
}

/** True for `--version`, with or without `--json`, and nothing else. */
function isVersion(argv: string[]): boolean {
  return argv.includes('--version') && argv.every((arg) => arg === '--version' || arg === '--json');
}

function parseCommand(command: Command, args: string[], readStandardInput: () => string): Invocation {
  const { values, json, help, problems, reported } = readOptions(args, command.options);
  if (help) return { kind: 'help', text: commandUsage(command) };
  for (const [flag, { kind }] of Object.entries(command.options)) {
    // Arguments are visible in the process list; standard input is not.
    if (kind !== 'secret' || values.get(flag) !== '-') continue;
    try {
      values.set(flag, readStandardInput().replace(/\r?\n$/, ''));
    } catch (error) {
      problems.push(`--${flag}: Standard input cannot be read: ${(error as Error).message}`);
      reported.add(flag);
    }
  }
  const prepared = command.prepare(values);
  if ('run' in prepared && problems.length === 0) {
    return { kind: 'run', json, prepared, explain: (details) => flatten(command.explain(details, values)) };
  }
  const wrong = 'run' in prepared ? new Map<string, string[]>() : command.explain(prepared.details, values);
  for (const flag of reported) wrong.delete(flag);
  return { kind: 'mistakes', lines: [...problems, ...flatten(wrong), hint(command)] };
}

/** Moves leading switches to the end: `--json seed …` becomes `seed … --json`. */
function switchesLast(args: string[]): string[] {
  const start = args.findIndex((arg) => !arg.startsWith('-'));
  return start === -1 ? args : [...args.slice(start), ...args.slice(0, start)];
}

function startsWith(args: string[], words: string[]): boolean {
  return words.every((word, index) => args[index] === word);
}

/** The words before the first option: at most two, because no command name is longer. */
function commandWords(args: string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  return (end === -1 ? args : args.slice(0, end)).slice(0, 2);
}

function unknownCommand(words: string[]): string {
  const near = nearest(words);
  const meant = near.length > 0 ? ` Did you mean ${orOf(near)}?` : '';
  return `Unknown command: ${words.join(' ')}.${meant}`;
}

/** A command name within this edit distance may be meant. */
const maxDistance = 2;

/** The nearest command name, otherwise those that share the first word, or nearly. */
function nearest(words: string[]): string[] {
  const [first = ''] = words;
  const names = commands.map(({ name }) => ({
    name,
    distance: leven(name.includes(' ') ? words.join(' ') : first, name),
    ofGroup: leven(first, name.split(' ')[0] ?? ''),
  }));
  const [best] = names.toSorted((one, other) => one.distance - other.distance);
  if (best && best.distance <= maxDistance) return [best.name];
  const least = Math.min(...names.map(({ ofGroup }) => ofGroup));
  return least > maxDistance ? [] : names.filter(({ ofGroup }) => ofGroup === least).map(({ name }) => name);
}

function orOf(names: string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}

function flatten(problems: Map<string, string[]>): string[] {
  return [...problems.values()].flat();
}

interface ParsedOptions {
  values: Map<string, string>;
  json: boolean;
  help: boolean;
  problems: string[];
  /** Options already in `problems`, so that their values are not also reported as missing. */
  reported: Set<string>;
}

const switches = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** Parses the options of a command. Strict parseArgs stops at the first mistake; this reports all of them. */
function readOptions(args: string[], options: Readonly<Record<string, Option>>): ParsedOptions {
  const tokens = tokensOf(args, options);
  const valueless = tokens
    .filter(isOption)
    .filter(
      (token) => Object.hasOwn(options, token.name) && options[token.name]?.kind !== 'switch' && lacksValue(token),
    );
  if (valueless.length > 0) return withoutOptions(args, options, valueless);
  const parsed: ParsedOptions = { values: new Map(), json: false, help: false, problems: [], reported: new Set() };
  for (const token of tokens) collect(parsed, token, options);
  return parsed;
}

type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: string[], options: Readonly<Record<string, Option>>) {
  const texts = Object.fromEntries(
    Object.entries(options).map(([flag, { kind }]) => [
      flag,
      { type: kind === 'switch' ? 'boolean' : 'string' } as const,
    ]),
  );
  const config = {
    args,
    options: { ...texts, ...switches },
    strict: false,
    allowPositionals: true,
    tokens: true,
  } as const;
  return parseArgs(config).tokens;
}

function isOption(token: Token): token is OptionToken {
  return token.kind === 'option';
}

/** Otherwise parseArgs would take the next option as the value. */
function lacksValue(token: OptionToken): boolean {
  return token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));
}

/** Parses again without the options that lack a value, so that the following options are parsed correctly. */
function withoutOptions(args: string[], options: Readonly<Record<string, Option>>, valueless: OptionToken[]) {
  const indexes = new Set(valueless.map(({ index }) => index));
  const parsed = readOptions(
    args.filter((_, index) => !indexes.has(index)),
    options,
  );
  for (const { name, rawName } of valueless) {
    parsed.problems.push(`${rawName} needs a value (one that begins with dashes is written ${rawName}=…)`);
    parsed.reported.add(name);
  }
  return parsed;
}

function collect(parsed: ParsedOptions, token: Token, options: Readonly<Record<string, Option>>): void {
  if (token.kind === 'positional') parsed.problems.push(`Unexpected argument: ${token.value}`);
  if (!isOption(token)) return;
  if (Object.hasOwn(switches, token.name)) collectSwitch(parsed, token);
  else if (!Object.hasOwn(options, token.name)) parsed.problems.push(`Unknown option: ${token.rawName}`);
  else if (options[token.name]?.kind === 'switch' && token.value !== undefined) refuseValue(parsed, token);
  else if (parsed.values.has(token.name)) parsed.problems.push(`${token.rawName} is given twice`);
  else parsed.values.set(token.name, token.value ?? '');
}

function collectSwitch(parsed: ParsedOptions, token: OptionToken): void {
  if (token.value !== undefined) refuseValue(parsed, token);
  parsed[token.name as keyof typeof switches] = true;
}

function refuseValue(parsed: ParsedOptions, { rawName }: OptionToken): void {
  parsed.problems.push(`${rawName} takes no value`);
}
