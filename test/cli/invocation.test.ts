import { describe, expect, test } from 'vitest';
import { parseInvocation } from '#src/cli/invocation.ts';

/** What is wrong with a command line, without the pointer to the help in the last line. */
function mistakesOf(...args: string[]): string[] {
  const invocation = parseInvocation(args);
  if (invocation.kind !== 'mistakes') throw new Error(`It was understood as "${invocation.kind}".`);
  return invocation.lines.slice(0, -1);
}

const right = ['workspace', 'create', '--name', 'Acme', '--owner-email', 'o@x.io', '--owner-password', 'long enough'];

const required = ['--workspace is required', '--user is required'];

describe('parseInvocation()', () => {
  test('reports every mistake of a command line at once, each once', () => {
    const args = 'workspace create --name --owner-email nobody --bogus --plan FREE extra --json=yes --plan STARTUP -x';
    expect(mistakesOf(...args.split(' '))).toEqual([
      'Unknown option: --bogus',
      'Unexpected argument: extra',
      '--json takes no value',
      '--plan is given twice',
      'Unknown option: -x',
      '--name needs a value (one that begins with dashes is written --name=…)',
      '--owner-email: Invalid email format',
      '--owner-password is required',
      '--plan: Must be one of: STARTUP, BUSINESS, ENTERPRISE',
    ]);
  });

  test.each([
    [['migrate', 'now'], ['Unexpected argument: now']],
    [['seed'], ['--calls is required']],
    [['seed', '--calls'], ['--calls needs a value (one that begins with dashes is written --calls=…)']],
    [['seed', '--calls', 'many'], ['--calls: Must be an integer']],
    [['seed', '--calls', '-1'], ['--calls: Must be at least 0']],
    [
      ['workspace', 'set'],
      ['Nothing to change: specify a plan, rate limit points or a GraphQL cost', '--id is required'],
    ],
    [['workspace', 'set', '--id', '1', '--rate-limit-points', '0'], ['--rate-limit-points: Must be at least 1']],
    [['user', 'add', '--workspace', '1', '--email', 'a@b.io', '--password', 'long enough'], ['--role is required']],
    [
      ['session', 'create', '--toString', '1'],
      ['Unknown option: --toString', 'Unexpected argument: 1', ...required],
    ],
  ])('finds in %j %j', (args, mistakes) => {
    expect(mistakesOf(...args)).toEqual(mistakes);
  });

  test('takes a value that begins with dashes after an equals sign', () => {
    expect(parseInvocation([...right.slice(0, -2), '--owner-password=--secret--']).kind).toBe('run');
  });

  test('takes scopes separated by commas or spaces', () => {
    const key = ['key', 'create', '--workspace', '1', '--user', '1', '--scopes'];
    expect(parseInvocation([...key, 'deals:read,deals:write']).kind).toBe('run');
    expect(parseInvocation([...key, 'deals:read, deals:write']).kind).toBe('run');
    expect(mistakesOf(...key, 'deals:read,deal:read')).toEqual([expect.stringContaining('Unknown scope "deal:read"')]);
    expect(mistakesOf(...key, '')).toEqual(['--scopes: Must have at least one scope']);
  });

  test('finds that standard input cannot be read', () => {
    const closed = () => {
      throw new Error('EBADF: bad file descriptor, read');
    };
    expect(parseInvocation(['user', 'set-password', '--user', '7', '--password', '-'], closed)).toEqual({
      kind: 'mistakes',
      lines: [
        '--password: Standard input cannot be read: EBADF: bad file descriptor, read',
        'Help: npm run -s cli -- user set-password --help',
      ],
    });
  });

  test('takes --json before and after the command', () => {
    expect(parseInvocation(right)).toMatchObject({ kind: 'run', json: false });
    expect(parseInvocation([...right, '--json'])).toMatchObject({ kind: 'run', json: true });
    expect(parseInvocation(['--json', ...right])).toMatchObject({ kind: 'run', json: true });
  });

  test('shows what there is where the command is missing', () => {
    const usage = expect.stringContaining('Commands:');
    expect(parseInvocation([])).toEqual({ kind: 'mistakes', lines: ['A command is missing.', '', usage] });
  });

  test.each([
    ['webhok send', ' Did you mean webhook send?'],
    ['bakup', ' Did you mean backup?'],
    ['migrat now', ' Did you mean migrate?'],
    ['user set-rolle', ' Did you mean user set-role?'],
    ['workspace', ' Did you mean workspace create, workspace set, or workspace list?'],
    ['workspace make', ' Did you mean workspace create, workspace set, or workspace list?'],
    ['rolups', ' Did you mean rollups check or rollups rebuild?'],
    ['something else', ''],
  ])('names the command that may be meant by %j, and how help is found', (typed, meant) => {
    const lines = [
      `Unknown command: ${typed}.${meant}`,
      'Usage: npm run -s cli -- <command> [options]',
      'Help: npm run -s cli -- --help',
    ];
    expect(parseInvocation([...typed.split(' '), '--to', 'x'])).toEqual({ kind: 'mistakes', lines });
  });

  test.each([['--help'], ['-h'], ['make', '--help']])('shows all commands for %j', (...args) => {
    const invocation = parseInvocation(args);
    expect(invocation).toMatchObject({ kind: 'help', text: expect.stringMatching(/^ {2}session create +Create a /m) });
  });

  test('shows the options of a command, and which may be left out', () => {
    const usage =
      'Usage: npm run -s cli -- key create --workspace <id> --user <id> [--name <name>] [--scopes <scopes>] [--expires-in <time>]';
    for (const args of [
      ['key', 'create', '--help'],
      ['--help', 'key', 'create'],
    ]) {
      expect(parseInvocation(args)).toMatchObject({ kind: 'help', text: expect.stringContaining(usage) });
    }
  });
});
