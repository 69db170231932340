import { z } from 'zod';
import type { Config } from '#src/config/config.ts';
import { examineDatabases, placeOf, requireDatabase } from '#src/db/examine.ts';
import { email } from '#src/domain/input.ts';
import { zoneReleases } from '#src/lib/time-zone-data/zone-releases.ts';
import { commandWithoutDatabase } from './command.ts';
import { examineReleases, examineTimeZones } from './examine-releases.ts';
import type { Finding } from './finding.ts';

export const doctor = commandWithoutDatabase({
  name: 'doctor',
  summary:
    'Check that the configured database, mail server and calendar OAuth clients work, that the proxy in front is trusted, and that Node, its time zones and the embedded PostgreSQL are up to date. Shows what is wrong and how to fix it. Exits with 1 if something is wrong.',
  options: {
    'mail-to': {
      field: 'mailTo',
      value: '<address>',
      help: 'Also send a test email to this address: some mail servers reject a sender only at that point.',
    },
  },
  input: z.object({ mailTo: email().optional() }),
  async run({ mailTo }, { readConfig }) {
    const config = readConfig();
    // Loaded only here: without the sending code, the other commands start in half the time.
    const [{ examineMail }, { examineCalendars }] = await Promise.all([
      import('./examine-mail.ts'),
      import('./examine-calendars.ts'),
    ]);
    const [database, mail, calendars] = await Promise.all([
      examineDatabase(config),
      examineMail(config, mailTo),
      examineCalendars(config),
    ]);
    const installed = { isEmbedded: config.databaseUrl === undefined, nodeVersion: process.version, now: new Date() };
    const checks = [
      database,
      ...examineProxy(config),
      mail,
      ...calendars,
      ...examineReleases(installed),
      examineTimeZones(zoneReleases()),
    ];
    const width = Math.max(...checks.map(({ name }) => name.length));
    const text = checks.map((check) => `${wordOf(check).padEnd(5)}  ${check.name.padEnd(width)}  ${check.text}`);
    return { json: { checks }, text: text.join('\n'), failed: checks.some(({ ok }) => !ok) };
  },
});

/** The server itself does not speak TLS, so an https URL implies a proxy in front of it. */
function examineProxy({ baseUrl, trustedProxies }: Config): Finding[] {
  if (!baseUrl.startsWith('https:')) return [];
  if (trustedProxies.length > 0) {
    return [{ name: 'proxy', ok: true, text: 'TRUSTED_PROXIES lists the proxies whose X-Forwarded-For is trusted.' }];
  }
  const text =
    "BASE_URL begins with https, so there is a proxy in front, but TRUSTED_PROXIES is empty: all callers appear to have the proxy's address and share one limit. Set TRUSTED_PROXIES to the address of the proxy. The log shows it with the first request that it forwards.";
  return [{ name: 'proxy', ok: false, text }];
}

function wordOf({ ok, warns }: Finding): string {
  if (!ok) return 'wrong';
  return warns ? 'old' : 'ok';
}

async function examineDatabase(config: Config): Promise<Finding> {
  const { directDatabaseUrl: databaseUrl, dataDir } = config;
  try {
    await examineDatabases(config, { isServing: true });
    await requireDatabase({ databaseUrl, dataDir });
    return { name: 'database', ok: true, text: `There is Slotline data in ${placeOf({ databaseUrl, dataDir })}.` };
  } catch (error) {
    return { name: 'database', ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}
