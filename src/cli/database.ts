import { z } from 'zod';
import { examineDatabases, requireDatabase } from '#src/db/examine.ts';
import { adoptDraftDatabase } from '#src/db/open.ts';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { command, commandWithoutDatabase, countOption } from './command.ts';

/** Every command applies pending migrations first, so this one only reports them. */
export const migrate = command({
  name: 'migrate',
  summary: 'Apply the migrations that this version needs to the database.',
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
    'Adopt a database of an early draft with all rows, after comparing its tables with those of the draft. Back up the database and stop its servers first.',
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
        ? 'The database is not one of an early draft.'
        : `The database of the draft that ends with ${draft} was adopted, as of ${recorded}.`;
    return { json: adopted, text: applied.length === 0 ? taken : `${taken} Applied: ${applied.join(', ')}.` };
  },
});

export const distribute = command({
  name: 'distribute',
  summary: 'Distribute the database over the Citus nodes, each workspace on one node.',
  options: {
    shards: countOption(
      'shards',
      'Number of shards to divide the workspaces into, which the nodes share. Default: 32.',
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
        ? `The database is already distributed in ${shards} shards.`
        : `${tables.length} tables are distributed in ${shards} shards.`;
    return { json: { tables, shards }, text };
  },
});

const maxCalls = 10_000_000;

export const seed = command({
  name: 'seed',
  summary: 'Create a workspace with many calls, to test the server under load.',
  options: { calls: countOption('calls', 'Number of calls to create.') },
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
