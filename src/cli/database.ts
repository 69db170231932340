import { z } from 'zod';
import { examineDatabases, requireDatabase } from '#src/db/examine.ts';
import { adoptDraftDatabase } from '#src/db/open.ts';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { command, commandWithoutDatabase, countOption } from './command.ts';

/** Every command applies pending migrations first, so this one only reports them. */
export const migrate = command({
  name: 'migrate',
  summary: 'Bring the database to the state that this version expects.',
  options: {},
  makesDatabase: true,
  input: z.object({}),
  async run({ connected: { applied } }) {
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`;
    return { json: { applied }, text };
  },
});

export const adoptDraft = commandWithoutDatabase({
  name: 'database adopt-draft',
  summary:
    'Take a database of an early draft over, with all rows, after its tables were compared with those of the draft. Back it up and stop its servers before.',
  options: {},
  input: z.object({}),
  async run(_, { readConfig }) {
    const config = readConfig();
    const place = { databaseUrl: config.directDatabaseUrl, dataDir: config.dataDir };
    await examineDatabases(config, { isServing: false });
    await requireDatabase(place);
    const adopted = await adoptDraftDatabase(place);
    const { draft, recorded, applied } = adopted;
    const taken =
      draft === null
        ? 'The database is of no early draft.'
        : `The database of the draft that ends with ${draft} is taken over, as of ${recorded}.`;
    return { json: adopted, text: applied.length === 0 ? taken : `${taken} Applied: ${applied.join(', ')}.` };
  },
});

export const distribute = command({
  name: 'distribute',
  summary: 'Spread the database over the nodes of Citus, each workspace on one of them.',
  options: {
    shards: countOption(
      'shards',
      'Into how many parts the workspaces are divided, which the nodes share; 32 by default.',
    ),
  },
  input: z.object({
    shards: z.int('Must be an integer').min(1, 'Must be at least 1').max(1024, 'Must be at most 1024').default(32),
  }),
  async run({ db, log }, { shards: requestedShards }) {
    const { distribute } = await import('#src/db/citus/distribute.ts');
    const { tables, shards } = await distribute(db.pool, { shards: requestedShards, log });
    const text =
      tables.length === 0
        ? `The database is distributed already, in ${shards} parts.`
        : `${tables.length} tables are distributed, in ${shards} parts.`;
    return { json: { tables, shards }, text };
  },
});

const maxCalls = 10_000_000;

export const seed = command({
  name: 'seed',
  summary: 'Make a workspace with many calls, to try the server under load.',
  options: { calls: countOption('calls', 'How many calls it has.') },
  makesDatabase: true,
  input: z.object({
    calls: z.int('Must be an integer').min(0, 'Must be at least 0').max(maxCalls, `Must be at most ${maxCalls}`),
  }),
  async run(context, { calls }) {
    const onProgress = (done: number) => context.log(`${done} of ${calls} calls`);
    const seeded = await seedWorkspace(context, { calls, onProgress });
    const { workspaceId, userId, key } = seeded;
    return {
      json: { workspaceId, userId, key, calls: seeded.calls },
      text: `Workspace ${workspaceId} has ${seeded.calls} calls; its owner is user ${userId}, with the API key ${key}`,
    };
  },
});
