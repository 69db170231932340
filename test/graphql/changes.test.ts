import { buildSchema, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { expect, it } from 'vitest';
import { changesByMutation, keyFieldOf } from '#src/graphql/changes.ts';
import { schema } from '#src/graphql/schema.ts';

const small = `
  type Query { contacts: ContactPage, recent: [Contact!], board: [Column!], contact: Contact, apps: [App!], server: Server }
  type Mutation { act: %s }
  type Contact { id: Int! }
  type ContactPage { contacts: [Contact!]!, count: Int! }
  type Column { name: String!, contacts: [Contact!]! }
  type ContactPayload { contact: Contact! }
  type App { clientId: String! }
  type Server { name: String! }
`;

/** A schema with one mutation `act`, which has this result and states this. */
function schemaWith(result: string, extensions: object = {}): GraphQLSchema {
  const built = buildSchema(small.replace('%s', result));
  Object.assign(built.getType('App')?.extensions ?? {}, { keyField: 'clientId' });
  Object.assign(built.getMutationType()?.getFields().act?.extensions ?? {}, extensions);
  return built;
}

function changesOf(result: string, extensions?: object): readonly string[] | undefined {
  return changesByMutation(schemaWith(result, extensions)).get('act');
}

it('takes the lists of the records in the result as what a mutation changes', () => {
  expect(changesOf('Contact')).toEqual(['contacts', 'recent', 'board']);
  expect(changesOf('ContactPayload')).toEqual(['contacts', 'recent', 'board']);
  expect(changesOf('App')).toEqual(['apps']);
});

it('takes what the mutation states instead', () => {
  expect(changesOf('Contact', { changes: [] })).toEqual([]);
  expect(changesOf('Server', { changes: ['server', 'contact'] })).toEqual(['server', 'contact']);
});

it('takes the queries that follow one of these, once', () => {
  const built = schemaWith('Contact');
  const { server, recent } = built.getQueryType()?.getFields() ?? {};
  Object.assign(server?.extensions ?? {}, { follows: ['contact', 'contacts'] });
  Object.assign(recent?.extensions ?? {}, { follows: ['contacts'] });
  expect(changesByMutation(built).get('act')).toEqual(['contacts', 'recent', 'board', 'server']);
});

it.each(['Server', 'Boolean'])('refuses a mutation that states nothing and returns no record: %s', (result) => {
  expect(() => changesOf(result)).toThrow('act: no query lists its result. State the query fields that it may change');
});

it('refuses a query field that does not exist', () => {
  expect(() => changesOf('Contact', { changes: ['contacts', 'kontakts'] })).toThrow(
    'act: there is no query field "kontakts" that it may change.',
  );
});

it('knows the identity of each type', () => {
  const keyField = (name: string) => keyFieldOf(schema.getType(name) as GraphQLObjectType);
  expect(['Contact', 'ConnectedApp', 'ContactPage'].map(keyField)).toEqual(['id', 'clientId', undefined]);
});
