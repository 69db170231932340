import { parseArgs } from 'node:util';
import type { Option } from './command.ts';

export interface GivenOptions {
  values: Map<string, string>;
  json: boolean;
  help: boolean;
  problems: string[];
  /** Options that stand in `problems` already: their values must not be told as missing too. */
  told: Set<string>;
}

const switches = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** Reads the options of a command. parseArgs stops at the first mistake where it is strict; this tells them all. */
export function readOptions(args: string[], options: Readonly<Record<string, Option>>): GivenOptions {
  const tokens = tokensOf(args, options);
  const bare = tokens.filter(isOption).filter((token) => Object.hasOwn(options, token.name) && lacksValue(token));
  if (bare.length > 0) return withoutBare(args, options, bare);
  const given: GivenOptions = { values: new Map(), json: false, help: false, problems: [], told: new Set() };
  for (const token of tokens) note(given, token, options);
  return given;
}

type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: string[], options: Readonly<Record<string, Option>>) {
  const texts = Object.fromEntries(Object.keys(options).map((flag) => [flag, { type: 'string' as const }]));
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

/** parseArgs would take the next option for the value. */
function lacksValue(token: OptionToken): boolean {
  return token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));
}

/** Reads the rest as if they were not there, so that what follows them is understood. */
function withoutBare(args: string[], options: Readonly<Record<string, Option>>, bare: OptionToken[]): GivenOptions {
  const places = new Set(bare.map(({ index }) => index));
  const given = readOptions(
    args.filter((_, place) => !places.has(place)),
    options,
  );
  for (const { name, rawName } of bare) {
    given.problems.push(`${rawName} needs a value (one that begins with dashes is written ${rawName}=…)`);
    given.told.add(name);
  }
  return given;
}

function note(given: GivenOptions, token: Token, options: Readonly<Record<string, Option>>): void {
  if (token.kind === 'positional') given.problems.push(`Unexpected argument: ${token.value}`);
  if (!isOption(token)) return;
  if (Object.hasOwn(switches, token.name)) noteSwitch(given, token);
  else if (!Object.hasOwn(options, token.name)) given.problems.push(`Unknown option: ${token.rawName}`);
  else if (given.values.has(token.name)) given.problems.push(`${token.rawName} is given twice`);
  else given.values.set(token.name, token.value ?? '');
}

function noteSwitch(given: GivenOptions, token: OptionToken): void {
  if (token.value !== undefined) given.problems.push(`${token.rawName} takes no value`);
  given[token.name as keyof typeof switches] = true;
}
