import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { mailServer } from '../support/mail-server.ts';
import { presentMs } from '../support/present.ts';
import { relations } from '../support/relations.ts';
import { rootFields } from '../support/root-fields/registry.ts';
import { restartSerials } from '../support/serial.ts';
import { beyondOneTask } from './beyond-one-task.ts';
import { journey } from './journey.ts';
import { differences, normalised } from './normalise.ts';
import { Recorder, type Step } from './recorder.ts';
import { placeOf, SentStatements } from './statements.ts';

interface Run {
  readonly steps: Step[];
  readonly succeeded: ReadonlySet<string>;
  /** Statements that are not one task on one shard, and the root fields that sent them. */
  readonly elsewhere: { readonly place: string; readonly text: string; readonly by: string }[];
}

/** The whole journey on a server over this database; without one, on a database of Citus. */
async function run(databaseUrl?: string): Promise<Run> {
  restartSerials();
  const startedAt = presentMs();
  const mail = await mailServer();
  const app = await testApp({ databaseUrl, mailer: mail.mailer });
  const recorder = new Recorder(app);
  const sent = new SentStatements(() => recorder.asking);
  try {
    await journey(recorder);
    const statements = sent.stop();
    expect(app.unexpected).toEqual([]);
    const elsewhere = databaseUrl === undefined ? await notOneTask(app, statements) : [];
    return { steps: normalised(recorder.steps, startedAt), succeeded: recorder.succeeded, elsewhere };
  } finally {
    sent.stop();
    await app.close();
    await mail.close();
  }
}

async function notOneTask(app: TestApp, statements: ReturnType<SentStatements['stop']>): Promise<Run['elsewhere']> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const found: Run['elsewhere'] = [];
  for (const statement of statements) {
    const place = await placeOf(client, statement);
    const text = statement.text.replaceAll(/\s+/g, ' ').trim();
    if (place !== 'one task') found.push({ place, text, by: [...statement.by].join(', ') });
  }
  await client.end();
  return found;
}

describe.skipIf(!hasCitus)(`the same requests on Citus as on plain PostgreSQL${unlessCitus}`, () => {
  let plain: Run;
  let distributed: Run;
  beforeAll(async () => {
    const { url, drop } = await createScratchDatabase(inject('postgresNodes')[0] ?? '');
    plain = await run(url).finally(drop);
    distributed = await run();
    // Beside other work it takes five times the twenty seconds that it takes alone.
  }, 300_000);

  test('every root field is asked for, and succeeds', () => {
    expect(Object.keys(rootFields).filter((field) => !plain.succeeded.has(field))).toEqual([]);
  });

  test('every relation is followed', () => {
    const followed = plain.steps.filter(({ name, status }) => name.includes('.') && status === 200);
    expect(followed).toHaveLength(relations.length);
  });

  test('each has the same answer', () => {
    expect(distributed.steps.map(({ name }) => name)).toEqual(plain.steps.map(({ name }) => name));
    const found = plain.steps.map((step, index) => differences(step, distributed.steps[index] as Step));
    expect(found.filter(({ length }) => length > 0)).toEqual([]);
  });

  test('each statement is one task on one shard, but for those that reach several workspaces', () => {
    const known = (text: string, place: string) =>
      beyondOneTask.some((each) => each.place === place && text.includes(each.part));
    expect(distributed.elsewhere.filter(({ text, place }) => !known(text, place))).toEqual([]);
    const unused = beyondOneTask.filter(
      ({ part, place }) => !distributed.elsewhere.some((each) => each.place === place && each.text.includes(part)),
    );
    expect(unused).toEqual([]);
  });
});
