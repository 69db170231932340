import { runCommand } from './run-command.ts';

/** The operator's command. */
process.exitCode = await runCommand(process.argv.slice(2), process.env, console);
