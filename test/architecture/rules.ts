import type { IConfiguration, IRegularForbiddenRuleType as Rule } from 'dependency-cruiser';
import { domainLibraries, libraries, type Room, rooms, tablesOfContents } from './house.ts';

/** The table of rooms as rules of dependency-cruiser. */
export const houseRules: IConfiguration = {
  forbidden: [
    ...rooms.map(roomRule),
    ...libraries.map(({ name, knownTo }) =>
      forbidden(
        `${name} stays in ${knownTo.join(', ')}`,
        { pathNot: knownTo.map(pathOf) },
        { path: packagePattern(name) },
      ),
    ),
    forbidden(
      'domain is pure',
      { path: pathOf('domain') },
      { pathNot: ['^src/', ...domainLibraries.map(packagePattern)] },
    ),
    forbidden(
      'db/citus is loaded only where the database is distributed: by import() alone',
      { pathNot: '^(src/db/citus|test)/' },
      { path: '^src/db/citus/', dynamic: false },
    ),
    forbidden('no barrels', { path: '^src/', pathNot: tablesOfContents.map(exactly) }, { dependencyTypes: ['export'] }),
    // Imports of types count: two files in a circle are one idea in two places.
    forbidden('no circular imports', {}, { circular: true }),
    forbidden('every import leads somewhere', {}, { couldNotResolve: true }),
  ],
};

function roomRule({ name, at, mayImport, because }: Room): Rule {
  const allowed = mayImport.length > 0 ? mayImport.join(', ') : 'nothing of ours';
  return forbidden(
    `${name} may import ${allowed}: ${because}`,
    { path: at },
    { path: '^(src|prisma|test)/|^[^/]+[.]ts$', pathNot: [at, ...mayImport.map(pathOf)] },
  );
}

function forbidden(name: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, severity: 'error', from, to };
}

function pathOf(nameOrPattern: string): string {
  return rooms.find(({ name }) => name === nameOrPattern)?.at ?? nameOrPattern;
}

function packagePattern(name: string): string {
  if (name.startsWith('node:')) return exactly(name.slice('node:'.length));
  return `(^|/)node_modules/(@types/)?${name}${name.endsWith('/') ? '' : '/'}`;
}

function exactly(path: string): string {
  return `^${path.replaceAll('.', '[.]')}$`;
}
