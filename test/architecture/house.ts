export interface Room {
  readonly name: string;
  /** Where it is, as the start of a path, or as a pattern of paths. */
  readonly at: string;
  /** Names of rooms, or patterns of paths; a room may always import itself. */
  readonly mayImport: readonly string[];
  readonly because: string;
}

const compositionRoot = '^src/((app|main|start|service|rate-limiter)[.]ts$|cli/)';

/** Who may import whom. Types count as much as values: what a room names, it knows. */
export const rooms: readonly Room[] = [
  { name: 'lib', at: '^src/lib/', mayImport: [], because: 'a drawer that imports upward stops being a floor' },
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
    because: 'one way from credential to principal, for every door',
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
    because: 'middleware between the doors and the app',
  },
  {
    name: 'oauth',
    at: '^src/oauth/',
    mayImport: ['services', 'access', 'db', 'domain', 'lib'],
    because: 'the library never leaks past this room',
  },
  {
    name: 'jobs',
    at: '^src/jobs/',
    mayImport: ['services', 'db', 'domain', 'lib'],
    because: 'producers write rows, they do not call workers',
  },
  {
    name: 'web',
    at: '^src/web/',
    mayImport: ['lib'],
    because: 'it knows the server only through typed documents',
  },
  { name: 'prisma', at: '^prisma/', mayImport: ['^src/db/migrate[.]ts$'], because: 'development tools' },
  { name: 'composition root', at: compositionRoot, mayImport: ['^src/'], because: 'it puts the rooms together' },
];

export interface Library {
  readonly name: string;
  /** Rooms. Nobody else may import the library, not even its types. */
  readonly knownTo: readonly string[];
}

/** Libraries that stay in their rooms. */
export const libraries: readonly Library[] = [
  { name: '@prisma/', knownTo: ['db', 'prisma'] },
  { name: 'pg', knownTo: ['db', 'services', 'demo', 'prisma', 'composition root'] },
  { name: 'oidc-provider', knownTo: ['oauth'] },
  { name: 'sofa-api', knownTo: ['rest'] },
  { name: 'koa', knownTo: ['http', 'rest', 'oauth', 'composition root'] },
];

/** All that the domain needs from outside: it is pure, without a database, HTTP, a clock or the environment. */
export const domainLibraries: readonly string[] = ['zod', 'temporal-polyfill', 'libphonenumber-js', 'node:zlib'];

/** The two tables of contents: the only modules that may pass on what others export. */
export const tablesOfContents: readonly string[] = ['src/graphql/schema.ts', 'src/rest/routes.ts'];

/** Where the environment is read. */
export const environmentReaders: readonly string[] = ['src/main.ts', 'src/cli/main.ts'];

export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** Single imports that the table forbids and a reason allows. One that nobody needs any more is an error. */
export const exceptions: readonly Exception[] = [
  {
    from: 'src/graphql/builder.ts',
    to: 'src/db/generated/pothos.ts',
    because: "the plugin for Prisma needs the client's types and its datamodel",
  },
  {
    from: 'src/access/rate-limit/windows.ts',
    to: 'pg',
    because: 'a store of the limiter, as the one over Redis is; it is given its pool',
  },
];
