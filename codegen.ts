import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printSchema } from 'graphql';
import { printPersistedDocuments } from '#src/graphql/persisted-documents.ts';
import { schema } from '#src/graphql/schema.ts';
import { openApiDocument } from '#src/rest/openapi/document.ts';
import { withFacts } from './docs/facts.ts';
import { webOperations } from './web-build/documents.ts';

const docs = path.join(import.meta.dirname, 'docs');

/** The addresses of a server without configuration; a running server's document has its own. */
const addresses = { baseUrl: 'http://localhost:3000', appUrl: 'http://localhost:3000' };

/** The printed contract by file name, below `schema/`. Its order is that of definition, which is the order of the wire. */
export async function contract(): Promise<Record<string, string>> {
  return {
    'schema.graphql': `${printSchema(schema)}\n`,
    'openapi.json': `${JSON.stringify(openApiDocument(schema, addresses), null, 2)}\n`,
    'persisted.json': printPersistedDocuments(await webOperations()),
  };
}

/** Each page of the documentation by its file below `docs/`, with the facts that it states as the code has them. */
export async function documentation(): Promise<Record<string, string>> {
  const names = (await readdir(docs)).filter((name) => name.endsWith('.md')).sort();
  const pages = names.map(async (name) => [name, withFacts(await readFile(path.join(docs, name), 'utf8'))]);
  return Object.fromEntries(await Promise.all(pages));
}

async function write(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(directory, name), text);
}

if (import.meta.main) {
  await write(path.join(import.meta.dirname, 'schema'), await contract());
  await write(docs, await documentation());
}
