import type { Command, Option } from './command.ts';

const program = 'npm run -s cli --';

const everywhere: [string, string][] = [
  ['--json', 'Print one JSON object on standard output.'],
  ['--help', 'Show this help.'],
];

/** The first line of the general help. */
export const usage = `Usage: ${program} <command> [options]`;

/** The general help. */
export function generalUsage(commands: readonly Command[]): string {
  return [
    usage,
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options for every command:',
    ...table(everywhere),
    '',
    `The version: ${program} --version`,
    '',
    'The commands use the database of DIRECT_DATABASE_URL or DATABASE_URL, otherwise the embedded one in DATA_DIR. A server may be running on it. If there is no database, only migrate, restore, seed and workspace create create one.',
  ].join('\n');
}

/** The help of one command. */
export function commandUsage(command: Command): string {
  const rows = Object.entries(command.options).map(([flag, option]): [string, string] => [
    withValue(flag, option),
    command.isRequired(flag) ? helpOf(option) : `${helpOf(option)} (optional)`,
  ]);
  return [
    `Usage: ${[program, command.name, ...Object.keys(command.options).map((flag) => synopsis(command, flag))].join(' ')}`,
    '',
    command.summary,
    '',
    'Options:',
    ...table([...rows, ...everywhere]),
  ].join('\n');
}

function helpOf({ help, kind }: Option): string {
  return kind === 'secret'
    ? `${help} Use - to read it from standard input, so that it does not show up in the list of processes.`
    : help;
}

/** Points to the help after a mistake. */
export function hint(command: Command | undefined): string {
  return `Help: ${[program, ...(command ? [command.name] : []), '--help'].join(' ')}`;
}

function synopsis(command: Command, flag: string): string {
  const text = withValue(flag, command.options[flag]);
  return command.isRequired(flag) ? text : `[${text}]`;
}

function withValue(flag: string, option: Option | undefined): string {
  return ['--', flag, option?.value && ` ${option.value}`].join('');
}

function table(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
