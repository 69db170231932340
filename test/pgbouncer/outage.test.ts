import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { examineDatabase } from '#src/db/examine.ts';
import { connectDatabase } from '#src/db/open.ts';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { cli } from '../support/cli.ts';
import { type Installation, startInstallation } from './installation.ts';
import { missing, type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const reason = missing === undefined ? '' : ` (skipped: ${missing})`;

describe.skipIf(missing)(`PgBouncer that is restarted under load${reason}`, () => {
  let at: Installation;
  beforeAll(async () => {
    at = await startInstallation();
  });
  afterAll(() => at?.close());

  test('costs nothing but answers of 503, and nodes heal by themselves', async () => {
    const answers: { status: number; retryAfter: string | null }[] = [];
    const created = new Set<string>();
    let isOver = false;
    const client = async (index: number) => {
      for (let count = 0; !isOver; count++) {
        const email = `ira-${index}-${count}@example.com`;
        const contact = { firstName: 'Ira', lastName: 'Cole', email };
        const isRead = count % 2 === 0;
        const { status, headers } = isRead
          ? await at.pooled.get('/v1/eventCalls', at.key)
          : await at.pooled.send('POST', '/v1/contacts', contact, at.key);
        answers.push({ status, retryAfter: headers.get('retry-after') });
        if (status === 201) created.add(email);
      }
    };
    const clients = Array.from({ length: 50 }, (_, index) => client(index));
    await expect.poll(() => created.size).toBeGreaterThan(20);
    await at.pgbouncer.kill();
    await expect.poll(() => answers.filter(({ status }) => status === 503).length).toBeGreaterThan(50);
    expect(await fetch(`${at.pooled.url}/readyz`)).toMatchObject({ status: 503 });
    await at.pgbouncer.start();
    const before = created.size;
    await expect.poll(() => created.size).toBeGreaterThan(before + 50);
    isOver = true;
    await Promise.all(clients);
    const wrong = answers.filter(({ status, retryAfter }) =>
      status === 503 ? retryAfter === null : status !== 200 && status !== 201,
    );
    expect(wrong).toEqual([]);
    await expect.poll(async () => (await fetch(`${at.pooled.url}/readyz`)).status).toBe(200);
    const rows = await at.sql<{ email: string }>(`SELECT "email" FROM "Contact" WHERE "email" LIKE 'ira-%'`);
    const stored = new Set(rows.map(({ email }) => email));
    expect([...created].filter((email) => !stored.has(email))).toEqual([]);
    expect(stored.size).toBe(rows.length);
  });
});

describe.skipIf(missing)(`a start through PgBouncer${reason}`, () => {
  const endings: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  async function emptyDatabase(
    settings?: Readonly<Record<string, string>>,
  ): Promise<{ url: string; pgbouncer: PgBouncer }> {
    const { url, drop } = await createScratchDatabase(inject('embeddedPostgres'));
    endings.push(drop);
    const pgbouncer = await startPgBouncer(url, { poolSize: 2, ...(settings && { settings }) });
    endings.push(pgbouncer.close);
    return { url, pgbouncer };
  }

  test('is refused while migrations are pending and no DIRECT_DATABASE_URL is set', async () => {
    const { url, pgbouncer } = await emptyDatabase();
    const connecting = () => connectDatabase({ databaseUrl: pgbouncer.url, dataDir: '', role: 'server' });
    await expect(connecting()).rejects.toThrow(
      /^Migrations are pending and need a dedicated session, which the pooler on 127\.0\.0\.1:\d+ does not provide\. Set DIRECT_DATABASE_URL to the PostgreSQL behind it\.$/,
    );
    const env = { DATABASE_URL: pgbouncer.url, DIRECT_DATABASE_URL: url };
    expect((await cli(['migrate'], env)).code).toBe(0);
    await (await connecting()).close();
  });

  test('is refused where PgBouncer refuses what a session asks for', async () => {
    const { pgbouncer } = await emptyDatabase({ ignore_startup_parameters: '' });
    const { host } = new URL(pgbouncer.url);
    await expect(examineDatabase(pgbouncer.url)).rejects.toThrow(
      `DATABASE_URL: PgBouncer on ${host} rejects the session: unsupported startup parameter: statement_timeout. Set ignore_startup_parameters as in deploy/pgbouncer.ini.`,
    );
  });
});
