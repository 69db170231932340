import {
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { z } from 'zod';
import { DomainError } from '#src/domain/errors.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { type RestEndpoint, restEndpoint } from '#src/graphql/rest-endpoint.ts';

const Thing = new GraphQLObjectType({
  name: 'Thing',
  fields: { id: { type: GraphQLInt }, name: { type: GraphQLString }, tags: { type: new GraphQLList(GraphQLString) } },
});

const id = z.int('Must be an integer').min(1, 'Must be at least 1');
const name = z.string('Must be a string').min(1, 'Must not be empty');
const tags = z.array(z.string('Must be a string'), 'Must be a list').optional();

type Field = GraphQLFieldConfig<unknown, GraphQLContext>;
type Resolve = NonNullable<Field['resolve']>;

function field(method: RestEndpoint['method'], input: z.ZodObject, resolve: Resolve, more: Partial<RestEndpoint> = {}) {
  const scope = method === 'GET' ? 'fields:read' : 'fields:write';
  return {
    type: Thing,
    args: { id: { type: GraphQLFloat }, name: { type: GraphQLString }, tags: { type: new GraphQLList(GraphQLString) } },
    extensions: restEndpoint({ method, path: '/things', scope, input, ...more }),
    resolve,
  } as Field;
}

const echo: Resolve = (_root, args) => ({ id: 7, ...args });
const missing: Resolve = () => {
  throw new DomainError('RECORD_NOT_FOUND');
};
const broken: Resolve = () => {
  throw new TypeError('relation "Thing" does not exist');
};
const optional: Field = { type: Thing, resolve: broken };

// What a resolver returns does not always fit the schema.
const Odd = new GraphQLObjectType({
  name: 'Odd',
  fields: { number: { type: GraphQLInt }, must: { type: new GraphQLNonNull(GraphQLString) } },
});
const odd: Field = { type: Odd, resolve: () => ({ number: 'secret', must: null }) };

/** Endpoints of every method at `/v1/things`, which answer with their input, and some that fail. */
export const tinySchema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      thing: field('GET', z.object({ id: id.optional() }), echo),
      brokenThing: field('GET', z.object({}), broken, { path: '/broken' }),
      lostThing: field('GET', z.object({}), missing, { path: '/lost' }),
      oddThing: {
        ...odd,
        extensions: restEndpoint({ method: 'GET', path: '/odd', scope: 'fields:read', input: z.object({}) }),
      },
      odd,
      fine: { type: GraphQLString, resolve: () => 'fine' },
      optional,
    },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      createThing: field('POST', z.object({ name, tags }), echo, { status: 201, idempotent: true }),
      createOther: field('POST', z.object({ name }), echo, { status: 201, path: '/others', idempotent: true }),
      updateThing: field('PUT', z.object({ id, name: name.optional() }), echo),
      deleteThing: field('DELETE', z.object({ id }), echo),
      loseThing: field('POST', z.object({}), missing, { path: '/lost' }),
      breakThing: field('POST', z.object({}), broken, { path: '/broken' }),
    },
  }),
});
