import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as graphiql from '@graphql-yoga/render-graphiql/graphiql';
import { forever, resourceEndpoint } from '#src/http/resource.ts';
import type { Route } from '#src/http/routes.ts';
import { headerStyles, sharedStyles } from '../look/assets.ts';

const packageName = '@graphql-yoga/render-graphiql';
const { version } = createRequire(import.meta.url)(`${packageName}/package.json`) as { version: string };
const own = (name: string) => readFileSync(path.join(import.meta.dirname, 'assets', name), 'utf8');

type Parts = typeof graphiql;

const overrides = own('overrides.css');

/** GraphiQL has 9 MB, so the first request for one of its files loads it. */
const libraryFiles = {
  'graphiql.css': { type: 'text/css', content: ({ css }: Parts) => css + overrides },
  'graphiql.js': { type: 'text/javascript', content: ({ js }: Parts) => js },
  'editor-worker.js': { type: 'text/javascript', content: ({ editorWorkerService }: Parts) => editorWorkerService },
  'graphql-worker.js': { type: 'text/javascript', content: ({ graphqlWorker }: Parts) => graphqlWorker },
  'json-worker.js': { type: 'text/javascript', content: ({ jsonWorker }: Parts) => jsonWorker },
} as const;

const ownFiles = {
  'page.css': { type: 'text/css', content: sharedStyles + headerStyles + own('page.css') },
  'page.js': { type: 'text/javascript', content: own('page.js') },
} as const;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Each URL contains a hash of its file, so that caches may store it forever. */
export const addresses = {
  ...Object.fromEntries(
    Object.keys(libraryFiles).map((name) => [name, `/graphql/assets/${version}-${hashOf(overrides)}/${name}`]),
  ),
  ...Object.fromEntries(
    Object.entries(ownFiles).map(([name, { content }]) => [name, `/graphql/assets/${hashOf(content)}/${name}`]),
  ),
} as Readonly<Record<keyof typeof libraryFiles | keyof typeof ownFiles, string>>;

const file = (name: string, type: string, content: () => string | Promise<string>): Route => ({
  path: addresses[name as keyof typeof addresses],
  endpoint: resourceEndpoint({ type, content, caching: forever }),
});

export const graphiqlFiles: readonly Route[] = [
  ...Object.entries(libraryFiles).map(([name, { type, content }]) =>
    file(name, type, async () => content(await import(`${packageName}/graphiql`))),
  ),
  ...Object.entries(ownFiles).map(([name, { type, content }]) => file(name, type, () => content)),
];
