import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { examineDatabase, problemOf } from '#src/db/examine.ts';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { endsWithin } from '../support/ends-within.ts';
import { outageProxy } from '../support/outage-proxy.ts';
import { silentServer } from '../support/silent-server.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function scratch(): Promise<string> {
  const { url, drop } = await createScratchDatabase(inject('embeddedPostgres'));
  endings.push(drop);
  return url;
}

const problem = (url: string) =>
  examineDatabase(url).then(
    () => undefined,
    (error: Error) => error.message,
  );
const at = (port: number) => `postgres://me:hunter2@127.0.0.1:${port}/slotline`;

describe('the PostgreSQL of DATABASE_URL', () => {
  test('is used where nothing speaks against it', async () => {
    expect(await problem(await scratch())).toBeUndefined();
  });

  test('is reported within 5 seconds where it does not answer', async () => {
    const silent = await silentServer();
    endings.push(silent.close);
    const found = problem(at(silent.port));
    expect(await endsWithin(5000, found)).toBe(true);
    expect(await found).toBe(
      `DATABASE_URL: no PostgreSQL answered on 127.0.0.1:${silent.port} within 3.5 s. Check the host, the port and the firewall.`,
    );
  });

  test('is reported where it is another kind of server', async () => {
    const web = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    endings.push(async () => web.close());
    const { port } = web.address() as AddressInfo;
    expect(await problem(at(port))).toBe(
      `DATABASE_URL: the program that listens on 127.0.0.1:${port} closed the connection without a response. Check that it is a PostgreSQL.`,
    );
  });

  test('is reported where nothing listens, or the host is unknown', async () => {
    const port = await freePort();
    expect(await problem(at(port))).toBe(
      `DATABASE_URL: nothing listens on 127.0.0.1:${port}. Start PostgreSQL there, or check the host and the port.`,
    );
    expect(await problem('postgres://me@db.invalid/slotline')).toBe(
      'DATABASE_URL: the host name "db.invalid" is unknown. Check it.',
    );
  });

  test.each([
    ['28P01', 'rejected the user "postgres" (not now). Check the user, the password and pg_hba.conf.'],
    ['57P03', 'cannot be used: not now'],
  ])('is reported where it refuses the connection with %s', async (sqlState, words) => {
    const proxy = await outageProxy(await scratch());
    endings.push(proxy.close);
    await proxy.goAway({ sqlState });
    const { host } = new URL(proxy.url);
    expect(await problem(proxy.url.replace(/\/\/.*@/, '//postgres:hunter2@'))).toBe(
      `DATABASE_URL: PostgreSQL on ${host} ${words}`,
    );
  });

  test('is reported where the database does not exist', async () => {
    const url = new URL(await scratch());
    url.pathname = '/none';
    expect(await problem(url.href)).toMatch(
      /^DATABASE_URL: PostgreSQL on .* has no database "none"\. Create it with CREATE DATABASE, or check the name\.$/,
    );
  });

  test('is reported where the URL names a file that does not exist, with one host and with several', async () => {
    for (const hosts of ['127.0.0.1', '127.0.0.1:5432,127.0.0.1:5433']) {
      expect(await problem(`postgres://me:hunter2@${hosts}/slotline?sslrootcert=/no/such.pem`)).toBe(
        "DATABASE_URL: it cannot be used: ENOENT: no such file or directory, open '/no/such.pem'",
      );
    }
  });

  test('is reported where it only reads', async () => {
    const url = await scratch();
    const sql = new pg.Client({ connectionString: url });
    await sql.connect();
    await sql.query(`ALTER DATABASE "${sql.database}" SET default_transaction_read_only = on`);
    await sql.end();
    expect(await problem(url)).toBe(
      'DATABASE_URL: this PostgreSQL is read-only: it is a replica, or default_transaction_read_only is on. Use the primary, or list all hosts with target_session_attrs=read-write.',
    );
  });

  test('is reported where it is too old, lacks an extension or has another date style', () => {
    const good = {
      version: '15.4',
      versionNumber: 150_004,
      isReadOnly: false,
      missingExtensions: [],
      dateStyle: 'ISO, MDY',
    };
    expect(problemOf(good)).toBeUndefined();
    expect(problemOf({ ...good, version: '14.9', versionNumber: 140_009 })).toBe(
      'PostgreSQL 14.9 is too old: it must be 15 or later.',
    );
    expect(problemOf({ ...good, missingExtensions: ['pg_trgm'] })).toBe(
      'PostgreSQL lacks the extension pg_trgm: install the package "postgresql-contrib" of its version.',
    );
    expect(problemOf({ ...good, dateStyle: 'German, DMY' })).toBe(
      'the sessions have the DateStyle German, DMY, because a pooler ignores the startup parameter "options". Give the user the style that this server reads: ALTER ROLE … SET DateStyle = ISO.',
    );
  });
});
