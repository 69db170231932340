import { runCommand } from './run-command.ts';

/** Runs the operator's command line. */
process.exitCode = await runCommand(process.argv.slice(2), process.env, console);
