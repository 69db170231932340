import type { ValidationDetails } from '#src/domain/errors.ts';
import type { Answer, Command, CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { readOptions } from './options.ts';
import { commandUsage, generalUsage, hint } from './usage.ts';

/** What was typed, understood: help, or mistakes, or a command that can run. */
export type Invocation =
  | { kind: 'help'; text: string }
  | { kind: 'mistakes'; lines: string[] }
  | { kind: 'run'; json: boolean; run: Run; explain: (details: ValidationDetails) => string[] };

type Run = (context: CommandContext) => Promise<Answer>;

/** Understands the arguments after the program's name, with every mistake in them at once. */
export function understand(typed: string[]): Invocation {
  const args = switchesLast(typed);
  const command = commands.find(({ name }) => startsWith(args, name.split(' ')));
  if (command) return understandCommand(command, args.slice(command.name.split(' ').length));
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help', text: generalUsage(commands) };
  return { kind: 'mistakes', lines: [nameless(args), '', generalUsage(commands)] };
}

function understandCommand(command: Command, args: string[]): Invocation {
  const { values, json, help, problems, told } = readOptions(args, command.options);
  if (help) return { kind: 'help', text: commandUsage(command) };
  const prepared = command.prepare(values);
  if ('run' in prepared && problems.length === 0) {
    return { kind: 'run', json, run: prepared.run, explain: (details) => flatten(command.explain(details, values)) };
  }
  const wrong = 'run' in prepared ? new Map<string, string[]>() : command.explain(prepared.details, values);
  for (const flag of told) wrong.delete(flag);
  return { kind: 'mistakes', lines: [...problems, ...flatten(wrong), hint(command)] };
}

/** `--json seed …` is `seed … --json`. */
function switchesLast(args: string[]): string[] {
  const start = args.findIndex((arg) => !arg.startsWith('-'));
  return start === -1 ? args : [...args.slice(start), ...args.slice(0, start)];
}

function startsWith(args: string[], words: string[]): boolean {
  return words.every((word, place) => args[place] === word);
}

function nameless(args: string[]): string {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  const words = (end === -1 ? args : args.slice(0, end)).slice(0, 2);
  return words.length === 0 ? 'A command is missing.' : `Unknown command: ${words.join(' ')}`;
}

function flatten(problems: Map<string, string[]>): string[] {
  return [...problems.values()].flat();
}
