import { describe, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { adoptDraft } from '#src/db/migration/adopt.ts';
import { type AppliedMigration, draftOf } from '#src/db/migration/drafts.ts';
import { checksum, MigrationError, readMigrationFiles } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { draftMigrations, lastDraft, makeDraftIn } from '../support/draft-databases.ts';
import { runsAll } from '../support/extent.ts';
import { fillTables, rowsOfTables } from '../support/filled-tables.ts';
import { type ConnectedScratchDatabase, scratchDatabase } from '../support/scratch-database.ts';

const files = await readMigrationFiles(migrationsDirectory);

/**
 * What each draft brought, in order: `+` a migration, `+earlier` the text of `earlier.sql`, `-` one that it withdrew. A
 * migration whose text a draft changed stands there again.
 */
const brought = [
  '+foundation',
  '+oauth_token_successor',
  '+members_of_records',
  '+oauth_client_origins',
  '+expiry_indexes',
  '+event_call_rollups',
  '+earlier idempotency_results',
  '+idempotency_results',
  '+earlier scheduling',
  '+scheduling',
  '+oauth_grant_secret +list_orders +graphql_cost +members_who_left +earlier webhooks',
  '+failed_deliveries',
  '+moved_records',
  '+deleted_webhooks',
  '+webhook_retries',
  '+webhooks',
  '+session_ids',
  '+api_requests',
  '+attempts_by_webhook',
  '+earlier account_links',
  '+earlier reset_link_makers',
  '-reset_link_makers +account_links',
  '+distributable +rollups_without_triggers +invitees',
  '+invitees_by_name +visible_calls',
  '+selective_indexes',
];

/** The migrations of each draft, in the order in which a new database got them. */
const histories = brought.map((_, last) => {
  const texts = new Map<string, string>();
  for (const [, sign, earlier, word] of brought
    .slice(0, last + 1)
    .join(' ')
    .matchAll(/([+-])(earlier )?(\w+)/g)) {
    const draft = draftMigrations.find(({ name }) => name.slice(15) === word);
    if (!draft) throw new Error(`No draft has a migration ${word}.`);
    if (sign === '-') texts.delete(draft.name);
    else texts.set(draft.name, (earlier ? draft.earlier : draft.script) ?? '');
  }
  const migrations = [...texts].map(([name, script]) => ({ name, checksum: checksum(script) }));
  return { migrations: migrations.sort((one, other) => (one.name < other.name ? -1 : 1)) };
});

async function inDraft(
  migrations: readonly AppliedMigration[],
  work: (scratch: ConnectedScratchDatabase) => Promise<void>,
): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    await makeDraftIn(scratch.client, migrations);
    await work(scratch);
  } finally {
    await scratch.drop();
  }
}

const start = (scratch: ConnectedScratchDatabase) => migrate(scratch.client, { directory: migrationsDirectory });
const adopt = (scratch: ConnectedScratchDatabase) => adoptDraft(scratch.client, { directory: migrationsDirectory });
const historyOf = async ({ client }: ConnectedScratchDatabase) => {
  const { rows } = await client.query('SELECT migration_name AS "name", checksum FROM _prisma_migrations ORDER BY 1');
  return rows;
};

/** Counters, which later migrations count anew, and stored results of requests, which one of them deletes. */
const replaced = ['EventCallTally', 'EventCallRollup', 'IdempotencyRecord'];
/** The columns that a later draft dropped, or computes in another way. */
const changed: Readonly<Record<string, string>> = {
  AccountLink: 'createdAt',
  EventCall: 'inviteeKey',
  Invitee: 'key',
  WebhookAttempt: 'number',
};
/** The drafts before had the table, and no code that wrote it. */
const unusedUntil = { table: 'WebhookDelivery', name: '20261122072738_webhooks' };

/** Those that differ in kind: the first, with the earlier texts, without triggers, and the last two. The others lie between them. */
const examples = [1, 9, 11, 20, 21, 23, 24, 25];
const tried = histories.flatMap(({ migrations }, index) =>
  runsAll || examples.includes(index + 1) ? [{ number: index + 1, migrations }] : [],
);

test('each draft that there was is known', () => {
  expect(histories).toHaveLength(25);
  expect(histories.at(-1)?.migrations).toEqual(lastDraft);
  for (const { migrations } of histories) expect(draftOf(draftMigrations, migrations)).toBeDefined();
});

describe('a database of a draft', () => {
  test.each(tried)(
    'is refused at the start and then taken over with its rows: draft $number',
    async ({ migrations }) => {
      await inDraft(migrations, async (scratch) => {
        const empty = migrations.some(({ name }) => name === unusedUntil.name) ? [] : [unusedUntil.table];
        await fillTables(scratch.client, empty);
        const before = await rowsOfTables(scratch.client);
        const last = migrations.at(-1)?.name;
        await expect(start(scratch)).rejects.toThrow(
          new RegExp(
            `created by an early draft.* ends with its migration "${last}".*back it up.*cli -- database adopt-draft`,
            's',
          ),
        );
        const later = files.slice(1).map(({ name }) => name);
        expect(await adopt(scratch)).toEqual({ draft: last, recorded: files[0]?.name, applied: later });
        expect(await historyOf(scratch)).toEqual(
          files.map(({ name, script }) => ({ name, checksum: checksum(script) })),
        );
        const after = await rowsOfTables(scratch.client, before);
        for (const [table, rows] of Object.entries(before)) {
          expect(rows.length > 0, table).toBe(!empty.includes(table));
          const lasting = rows.map(({ [changed[table] ?? '']: _, ...row }) => row);
          if (!replaced.includes(table)) expect([table, after[table]]).toMatchObject([table, lasting]);
        }
        await expect(start(scratch)).resolves.toEqual({ applied: [] });
        await expect(adopt(scratch)).resolves.toEqual({ draft: null, recorded: null, applied: [] });
      });
    },
  );

  test('whose tables were changed by hand is left as it is, and the differences are named', async () => {
    await inDraft(lastDraft, async (scratch) => {
      await scratch.client.query(`
        ALTER TABLE "Contact" ADD COLUMN "nickname" TEXT, ALTER COLUMN "firstName" TYPE TEXT;
        DROP INDEX "EventCall_workspaceId_inviteeKey_dateTime_id_idx";
        CREATE FUNCTION "audit"() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER "audit" BEFORE INSERT ON "Deal" FOR EACH ROW EXECUTE FUNCTION "audit"()`);
      const before = await historyOf(scratch);
      const refusal = await adopt(scratch).catch((error: Error) => error);
      expect(refusal).toBeInstanceOf(MigrationError);
      const { message } = refusal as Error;
      expect(message).toMatch(/^Nothing was changed, because .* not those of its draft\. In 6 parts it differs:\n/);
      const [lacks, has] = [/^ {2}lacks (.*)$/gm, /^ {2}has (.*)$/gm].map((line) => message.match(line) ?? []);
      expect(lacks).toEqual([
        expect.stringContaining('column "Contact"."firstName": character varying'),
        expect.stringContaining('CREATE INDEX "EventCall_workspaceId_inviteeKey_dateTime_id_idx"'),
      ]);
      expect(has).toEqual([
        expect.stringContaining('column "Contact"."firstName": text'),
        expect.stringContaining('column "Contact".nickname: text'),
        '  has function: CREATE OR REPLACE FUNCTION public.audit()',
        expect.stringContaining('trigger: CREATE TRIGGER audit BEFORE INSERT ON public."Deal"'),
      ]);
      expect(await historyOf(scratch)).toEqual(before);
      const { rows } = await scratch.client.query(`SELECT to_regnamespace('slotline_expected') AS "schema"`);
      expect(rows).toEqual([{ schema: null }]);
    });
  });

  test('with the indexes of a restored copy, which PostgreSQL describes in other words, is taken over', async () => {
    await inDraft(lastDraft, async (scratch) => {
      const { rows } = await scratch.client.query<{ sql: string }>(
        `SELECT format('DROP INDEX %s; %s', indexrelid::regclass, pg_get_indexdef(indexrelid)) AS "sql" FROM pg_index
         WHERE indrelid = '"WebhookEvent"'::regclass AND indpred IS NOT NULL`,
      );
      expect(rows).not.toEqual([]);
      for (const { sql } of rows) await scratch.client.query(sql);
      await expect(adopt(scratch)).resolves.toMatchObject({ draft: lastDraft.at(-1)?.name });
    });
  });

  test('with rows that a migration of a draft cannot take is left as it is', async () => {
    const { migrations } = histories[8] ?? { migrations: [] };
    await inDraft(migrations, async (scratch) => {
      await scratch.client.query('ALTER TABLE "ScheduleOverride" ALTER COLUMN "startMinutes" DROP NOT NULL');
      await fillTables(scratch.client, [unusedUntil.table]);
      await scratch.client.query('UPDATE "ScheduleOverride" SET "startMinutes" = NULL');
      await scratch.client.query('ALTER TABLE "ScheduleOverride" ALTER COLUMN "startMinutes" SET DEFAULT NULL');
      await expect(adopt(scratch)).rejects.toThrow(
        '"20261122003519_scheduling" failed and was rolled back: check constraint',
      );
      expect(await historyOf(scratch)).toEqual(migrations);
    });
  });
});

describe('the start refuses a database', () => {
  const record = (scratch: ConnectedScratchDatabase, name: string, sum = 'x') =>
    scratch.client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, $2, $1, now())',
      [name, sum],
    );
  const refusal = async (scratch: ConnectedScratchDatabase) => {
    const error = await start(scratch).catch((thrown: Error) => thrown);
    await expect(adopt(scratch)).rejects.toThrow((error as Error).message);
    return (error as Error).message;
  };
  const mixed = 'The migrations of the database do not match any version that this one can upgrade: ';

  test('of a later version as newer, and lets nobody adopt it', async () => {
    const scratch = await scratchDatabase();
    try {
      await start(scratch);
      await record(scratch, '20990101000000_later');
      expect(await refusal(scratch)).toContain('is newer than the code: migration "20990101000000_later"');
      await scratch.client.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${files[1]?.name}'`);
      expect(await refusal(scratch)).toContain(
        `${mixed}it has "20990101000000_later", which this version does not know; it lacks "${files[1]?.name}". Start the program`,
      );
    } finally {
      await scratch.drop();
    }
  });

  test('of this version with a migration of a draft as a mixture', async () => {
    const scratch = await scratchDatabase();
    try {
      await start(scratch);
      const [first] = lastDraft;
      await record(scratch, first?.name ?? '', first?.checksum);
      expect(await refusal(scratch)).toContain(`${mixed}it has "${first?.name}" of an early draft, alongside others`);
    } finally {
      await scratch.drop();
    }
  });

  test('of a draft whose text was changed as a mixture', async () => {
    await inDraft(lastDraft, async (scratch) => {
      const { name } = lastDraft[3] ?? { name: '' };
      await scratch.client.query('UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1', [name, 'x']);
      expect(await refusal(scratch)).toContain(mixed);
    });
  });
});
