export interface Room {
  readonly name: string;
  /** A pattern of the paths of its files. */
  readonly at: string;
  /** Names of rooms, or patterns of paths; a room may always import itself. */
  readonly mayImport: readonly string[];
  readonly because: string;
}

const compositionRoot = '^src/((app|main|runtime|start)[.]ts$|cli/)';

/** Which room may import which. An import of a type counts like an import of a value. */
export const rooms: readonly Room[] = [
  { name: 'lib', at: '^src/lib/', mayImport: [], because: 'every room builds on it, so it builds on none' },
  {
    name: 'config',
    at: '^src/config/',
    mayImport: ['lib'],
    because: 'values are passed from main; no other room reads the environment',
  },
  { name: 'domain', at: '^src/domain/', mayImport: ['lib'], because: 'rules that a test can try in a millisecond' },
  {
    name: 'db',
    at: '^src/db/',
    mayImport: ['domain', 'lib'],
    because: 'the only room that knows the generated client and SQL',
  },
  {
    name: 'services',
    at: '^src/services/',
    mayImport: ['db', 'domain', 'lib'],
    because: 'tenancy and transactions live here',
  },
  {
    name: 'demo',
    at: '^src/demo/',
    mayImport: ['services', 'db', 'domain', 'lib'],
    because: 'the product works without it: only the composition root imports it',
  },
  {
    name: 'access',
    at: '^src/access/',
    mayImport: ['services', 'domain', 'lib'],
    because: 'one way from credential to principal, for REST, GraphQL and OAuth',
  },
  {
    name: 'graphql',
    at: '^src/graphql/',
    mayImport: ['services', 'access', 'domain', 'lib', '^src/db/reads/'],
    because: 'resolvers of about three lines',
  },
  {
    name: 'rest',
    at: '^src/rest/',
    mayImport: ['graphql', 'access', 'domain', 'lib'],
    because: '"GraphQL first" as a checked fact',
  },
  {
    name: 'http',
    at: '^src/http/',
    mayImport: ['graphql', 'access', 'services', 'domain', 'lib'],
    because: 'middleware that REST, GraphQL and OAuth share',
  },
  {
    name: 'oauth',
    at: '^src/oauth/',
    mayImport: ['services', 'access', 'db', 'domain', 'lib'],
    because: 'no other room depends on oidc-provider',
  },
  {
    name: 'site',
    at: '^src/site/',
    mayImport: ['oauth', 'http', 'graphql', 'access', 'services', 'domain', 'lib'],
    because: 'every page that the server renders, with one shell, one form and one way to send it',
  },
  {
    name: 'jobs',
    at: '^src/jobs/',
    mayImport: ['services', 'db', 'domain', 'lib'],
    because: 'producers write rows and call no worker',
  },
  {
    name: 'web',
    at: '^src/web/',
    mayImport: ['lib', '^src/site/look/assets/'],
    because: 'it knows the server only through typed documents',
  },
  {
    name: 'prisma',
    at: '^prisma/',
    mayImport: ['^src/db/migrate[.]ts$', '^src/db/migration/files[.]ts$', '^src/lib/version[.]ts$'],
    because: 'development tools',
  },
  { name: 'composition root', at: compositionRoot, mayImport: ['^src/'], because: 'it puts the rooms together' },
];

interface Library {
  readonly name: string;
  /** The rooms that may import the library. No other room may, not even its types. */
  readonly knownTo: readonly string[];
}

/** Libraries that stay in their rooms. */
export const libraries: readonly Library[] = [
  { name: '@prisma/', knownTo: ['db', 'prisma'] },
  { name: 'pg', knownTo: ['db', 'services', 'demo', 'prisma', 'composition root'] },
  { name: 'oidc-provider', knownTo: ['oauth'] },
  { name: 'sofa-api', knownTo: ['rest'] },
  { name: '@mantine/', knownTo: ['web'] },
  { name: '@tanstack/', knownTo: ['web'] },
  { name: 'react', knownTo: ['web'] },
  { name: 'urql', knownTo: ['web'] },
  { name: 'koa', knownTo: ['http', 'rest', 'oauth', 'site', 'composition root'] },
];

/** The only libraries of the domain, which is pure: no database, HTTP, clock or environment. */
export const domainLibraries: readonly string[] = ['zod', 'libphonenumber-js', 'lru-cache', 'any-ascii', 'node:zlib'];

/** The two tables of contents: the only modules that may re-export. */
export const tablesOfContents: readonly string[] = ['src/graphql/schema.ts', 'src/rest/routes.ts'];

/** Where the environment is read. */
export const environmentReaders: readonly string[] = ['src/main.ts', 'src/cli/main.ts'];

interface Exception {
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** Single imports that are allowed although the table forbids them. An unused exception is an error. */
export const exceptions: readonly Exception[] = [
  {
    from: 'src/graphql/builder.ts',
    to: 'src/db/generated/pothos.ts',
    because: "the plugin for Prisma needs the client's types and its datamodel",
  },
  {
    from: 'src/access/rate-limit/library-windows.ts',
    to: 'pg',
    because: 'a store of the rate limiter, like that over Redis; its caller passes the pool',
  },
];
