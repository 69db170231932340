import { z } from 'zod';
import type { Config } from '#src/config/config.ts';
import { examineDatabases, placeOf, requireDatabase } from '#src/db/examine.ts';
import { email } from '#src/domain/input.ts';
import { commandWithoutDatabase } from './command.ts';
import type { Finding } from './finding.ts';

export const doctor = commandWithoutDatabase({
  name: 'doctor',
  summary:
    'Look whether the database, the mail server and the OAuth clients for calendars of this configuration can be used, and say what is wrong and what helps. Exits with 1 where something is wrong.',
  options: {
    'mail-to': {
      ...{ field: 'mailTo', value: '<address>' },
      help: 'Send a test e-mail there too: some mail servers refuse a sender only then.',
    },
  },
  input: z.object({ mailTo: email().optional() }),
  async run({ mailTo }, readConfig) {
    const config = readConfig();
    // The other commands start in half the time without the code that sends.
    const [{ examineMail }, { examineCalendars }] = await Promise.all([
      import('./examine-mail.ts'),
      import('./examine-calendars.ts'),
    ]);
    const [database, mail, calendars] = await Promise.all([
      examineDatabase(config),
      examineMail(config, mailTo),
      examineCalendars(config),
    ]);
    const checks = [database, mail, ...calendars];
    const width = Math.max(...checks.map(({ name }) => name.length));
    const text = checks.map(({ name, ok, text }) => `${ok ? 'ok   ' : 'wrong'}  ${name.padEnd(width)}  ${text}`);
    return { json: { checks }, text: text.join('\n'), failed: checks.some(({ ok }) => !ok) };
  },
});

async function examineDatabase(config: Config): Promise<Finding> {
  const { directDatabaseUrl: databaseUrl, dataDir } = config;
  try {
    await examineDatabases(config, { isServing: true });
    await requireDatabase({ databaseUrl, dataDir });
    return { name: 'database', ok: true, text: `There is data of Slotline in ${placeOf({ databaseUrl, dataDir })}.` };
  } catch (error) {
    return { name: 'database', ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}
