import { z } from 'zod';
import { DomainError } from '#src/domain/errors.ts';
import { createBuilder } from '#src/graphql/builder.ts';
import { type RestEndpoint, restEndpoint } from '#src/graphql/rest-endpoint.ts';

const builder = createBuilder();

interface ThingShape {
  readonly id?: number;
  readonly name?: string;
  readonly tags?: readonly string[];
}

const Thing = builder.objectRef<ThingShape>('Thing').implement({
  fields: (t) => ({
    id: t.exposeInt('id', { nullable: true }),
    name: t.exposeString('name', { nullable: true }),
    tags: t.expose('tags', { type: ['String'], nullable: true }),
  }),
});

// What a resolver returns does not always fit the schema.
const Odd = builder.objectRef<{ number: number; must: string }>('Odd').implement({
  fields: (t) => ({ number: t.exposeInt('number', { nullable: true }), must: t.exposeString('must') }),
});
const odd = () => ({ number: 'secret', must: null }) as unknown as { number: number; must: string };

const id = z.int('Must be an integer').min(1, 'Must be at least 1');
const name = z.string('Must be a string').min(1, 'Must not be empty');
const tags = z.array(z.string('Must be a string'), 'Must be a list').optional();

type Resolve = (root: unknown, args: object) => ThingShape;
type Endpoint = Partial<RestEndpoint> & Pick<RestEndpoint, 'method'>;

const echo: Resolve = (_root, args) => ({ id: 7, ...args });
const missing: Resolve = () => {
  throw new DomainError('RECORD_NOT_FOUND');
};
const broken: Resolve = () => {
  throw new TypeError('relation "Thing" does not exist');
};

function options(input: z.ZodObject, resolve: Resolve, { method, ...more }: Endpoint) {
  const scope = method === 'GET' ? 'fields:read' : 'fields:write';
  return {
    type: Thing,
    authScopes: { scope } as const,
    extensions: restEndpoint({ method, path: '/things', scope, input, ...more }),
    resolve,
  };
}

const oddEndpoint = restEndpoint({ method: 'GET', path: '/odd', scope: 'fields:read', input: z.object({}) });

builder.queryFields((t) => ({
  thing: t.field({
    ...options(z.object({ id: id.optional() }), echo, { method: 'GET' }),
    args: { id: t.arg.float(), name: t.arg.string(), tags: t.arg.stringList() },
  }),
  brokenThing: t.field(options(z.object({}), broken, { method: 'GET', path: '/broken' })),
  lostThing: t.field(options(z.object({}), missing, { method: 'GET', path: '/lost' })),
  oddThing: t.field({ type: Odd, extensions: oddEndpoint, resolve: odd }),
  odd: t.field({ type: Odd, resolve: odd }),
  fine: t.string({ resolve: () => 'fine' }),
  optional: t.field({ type: Thing, resolve: broken }),
}));

const named = z.object({ name, tags });
const other = { status: 201, path: '/others', idempotent: true } as const;

builder.mutationFields((t) => ({
  createThing: t.field(options(named, echo, { method: 'POST', status: 201, idempotent: true })),
  createOther: t.field(options(z.object({ name }), echo, { method: 'POST', ...other })),
  updateThing: t.field(options(z.object({ id, name: name.optional() }), echo, { method: 'PUT' })),
  deleteThing: t.field(options(z.object({ id }), echo, { method: 'DELETE' })),
  loseThing: t.field(options(z.object({}), missing, { method: 'POST', path: '/lost' })),
  breakThing: t.field(options(z.object({}), broken, { method: 'POST', path: '/broken' })),
}));

/** Endpoints of every method at `/v1/things` that return their input, and some that fail. */
export const tinySchema = builder.toSchema({ sortSchema: false });
