import { buildSchema, type GraphQLEnumType, type GraphQLObjectType } from 'graphql';
import { z } from 'zod';
import { restEndpoint } from '../../src/graphql/rest-endpoint.ts';

/** A schema with leaves of every built-in type, whose values are those of `rootValue` in the context. */
export const leafSchema = buildSchema(`
  enum Kind { ONE TWO }
  enum Renamed { ONE }
  type Leaves {
    string: String int: Int float: Float boolean: Boolean id: ID kind: Kind renamed: Renamed required: String!
    strings: [String!] kinds: [Kind] table: [[Int]] inner: Inner inners: [Inner]
  }
  type Inner { int: Int }
  type Query { leaves: Leaves }
`);

const { leaves } = (leafSchema.getQueryType() as GraphQLObjectType).getFields();
if (leaves) {
  leaves.extensions = restEndpoint({ method: 'GET', path: '/leaves', scope: 'fields:read', input: z.object({}) });
  leaves.resolve = async (_root, _args, { rootValue }) => rootValue;
}

const [renamed] = (leafSchema.getType('Renamed') as GraphQLEnumType).getValues();
if (renamed) renamed.value = 'one';

/** A selection of `Leaves` with a value of its field that the type does not allow. */
export const wrongLeaves: [selection: string, value: unknown][] = [
  ['string', {}],
  ['int', 1.5],
  ['int', 2 ** 31],
  ['int', 'one'],
  ['int', 1n],
  ['float', 'one'],
  ['float', Number.NaN],
  ['boolean', 'true'],
  ['id', {}],
  ['kind', 'THREE'],
  ['kind', 1],
  ['required', null],
  ['required', {}],
  ['strings', ['a', {}]],
  ['kinds', ['ONE', null, 'THREE']],
  ['table', [[1], [2, 'three']]],
];
