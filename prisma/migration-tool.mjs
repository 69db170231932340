// Development only: `npm run migration -- new <name> | check`. Works without a network.
import path from 'node:path';
import { version } from '../src/lib/version.ts';
import { newMigration, schemaDrift } from './schema-drift.ts';
import { recordFile, recordVersion } from './version-record.ts';

const usage = `npm run migration -- new <name>          writes a migration with what schema.prisma has and the migrations lack
npm run migration -- check               fails if the migrations do not lead to what schema.prisma describes
npm run migration -- record [--again]    records the migrations of the version in package.json in prisma/versions.json

The first two work on a scratch database, created and dropped beside SCRATCH_DATABASE_URL.`;

const sources = {
  schemaFile: path.join(import.meta.dirname, 'schema.prisma'),
  migrationsDirectory: path.join(import.meta.dirname, 'migrations'),
  scratchUrl: process.env.SCRATCH_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
};

async function create(name) {
  const file = await newMigration(name, sources, new Date());
  console.log(`${path.relative(process.cwd(), file)} is written. Read it and complete it by hand: partial and`);
  console.log('expression indexes, exclusion constraints, checks and triggers are not in schema.prisma.');
}

async function check() {
  const { migrations, difference } = await schemaDrift(sources);
  if (difference === null) return console.log(`${migrations.length} migrations lead to what schema.prisma describes.`);
  console.error(`After ${migrations.length} migrations, schema.prisma still needs:\n\n${difference}`);
  process.exitCode = 1;
}

async function record(again) {
  const { migrationsDirectory } = sources;
  await recordVersion({ recordFile, migrationsDirectory, version }, { again });
  console.log(`The migrations of version ${version} are recorded.`);
}

async function run([command, name, ...rest]) {
  if (command === 'record' && rest.length === 0 && (name ?? '--again') === '--again') return record(name !== undefined);
  if (command === 'check' && name === undefined) return check();
  if (command === 'new' && name && rest.length === 0) return create(name);
  console.error(usage);
  process.exitCode = 2;
}

run(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
