import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { DomainError, domainErrorOf, type RateDecision } from '#src/domain/errors.ts';
import { timeScalars } from '#src/domain/input.ts';
import { canonicalInstant } from '#src/lib/time/time-zones.ts';
import type { CallerContext } from '#src/services/context.ts';
import { once } from '#src/services/idempotency.ts';
import { caller, type GraphQLContext } from './context.ts';
import { performOnce, refuseKey } from './idempotency.ts';
import { readEmbedded } from './relations/selection.ts';
import { endpointOf, type RestEndpoint } from './rest-endpoint.ts';
import { type RestRequest, restRequestOf } from './rest-request.ts';
import { unwrapped } from './unwrapped.ts';
import { parseInput } from './validation.ts';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      field: FieldPlugin<Types>;
    }
  }
}

type Resolver<Context> = GraphQLFieldResolver<unknown, Context, object>;

/**
 * Runs the steps of every root field in the order of the contract: rate limit, scope (plugin-scope-auth, inside this plugin),
 * input, idempotency, work. REST and GraphQL requests both pass through once. This plugin is the first, so it wraps all others
 * and sees a field's configuration after them.
 */
class FieldPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /**
   * Makes root fields nullable, so that a failed field does not hide others. Validates input next to the resolver, after limit
   * and scope: Pothos would validate it first.
   */
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { argMappers, resolve } = field;
    const type = isRoot(field) ? { ...field.type, nullable: true } : field.type;
    const endpoint = isRoot(field) ? endpointOf({ extensions: field.extensions ?? {} }) : undefined;
    if (!resolve || (argMappers.length === 0 && !endpoint && field.kind !== 'Mutation')) return { ...field, type };
    const hasInputArgument = 'input' in field.args;
    const prepare = field.extensions?.prepare as Prepare | undefined;
    const withInput: Resolver<Types['Context']> = async (parent, args, context, info) => {
      const rest = restRequestOf(args);
      if (rest && endpoint) {
        const perform = (input: object, within: GraphQLContext, before: object | undefined) =>
          resolve(parent, hasInputArgument ? { input, ...before } : input, within, info);
        const call = { endpoint, fieldName: info.fieldName, context: context as GraphQLContext, prepare };
        return resolveRest(rest, call, perform);
      }
      let input: Record<string, unknown> = { ...args };
      for (const mapper of argMappers) input = await mapper(input, context, info);
      if (prepare) input = { ...input, prepared: await prepare(caller(context as GraphQLContext), input.input) };
      const perform = async (within: object) => resolve(parent, input, within, info);
      return field.kind === 'Mutation' ? resolveMutation(context as GraphQLContext, info, perform) : perform(context);
    };
    return { ...field, type, argMappers: [], resolve: withInput };
  }

  override wrapResolve(
    resolve: Resolver<Types['Context']>,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types['Context']> {
    if (!isRoot(field)) return readEmbedded(resolve, field);
    const run: typeof resolve = async (parent, args, context, info) => {
      const { gate, rate, metrics, operation } = context as GraphQLContext;
      const transport = restRequestOf(args) ? 'rest' : 'graphql';
      if (operation) {
        operation.rootFields.push(info.fieldName);
        operation.name = info.operation.name?.value;
      }
      try {
        if (rate) {
          const decision = await gate.consumeField(rate, { parent, args, info });
          if (!decision.allowed) throw tooManyOf(info.fieldName, decision);
        }
        const value = await resolve(parent, args, context, info);
        metrics.rootField(info.fieldName, transport, 'OK');
        return value;
      } catch (error) {
        const { code, status } = domainErrorOf(error) ?? { code: 'INTERNAL_SERVER_ERROR', status: 500 };
        metrics.rootField(info.fieldName, transport, code);
        if (status === 401) metrics.refusedCredential(code);
        throw error;
      }
    };
    return (parent, args, context, info) => {
      const { rootValues } = context as GraphQLContext;
      const value = rootValues?.get(info.path.key) ?? run(parent, args, context, info);
      rootValues?.set(info.path.key, value);
      return value;
    };
  }
}

function isRoot({ kind }: { readonly kind: string }): boolean {
  return kind === 'Query' || kind === 'Mutation';
}

/** How a mutation treats an Idempotency-Key, in its `extensions`. By default the key belongs to the caller's workspace. */
type KeyRule = 'refused' | 'own' | 'sealed';

/** The step of a mutation before the transaction of an Idempotency-Key, in its `extensions`. */
type Prepare = (caller: CallerContext, input: unknown) => Promise<unknown>;

/** Runs a mutation of a document, once per Idempotency-Key. */
function resolveMutation(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  perform: (within: GraphQLContext) => Promise<unknown>,
): Promise<unknown> | unknown {
  const rule = info.parentType.getFields()[info.fieldName]?.extensions.idempotencyKey as KeyRule | undefined;
  if (rule === 'refused') refuseKey(context);
  if (rule === 'refused' || rule === 'own') return perform(context);
  const scope = () => {
    const { principal } = caller(context);
    const hasSecret = rule === 'sealed' ? { hasSecret: true as const } : {};
    return { workspaceId: principal.workspaceId, endpoint: `graphql ${info.fieldName}`, principal, ...hasSecret };
  };
  return performOnce(context, info, scope, perform);
}

interface RestCall {
  readonly endpoint: RestEndpoint;
  readonly fieldName: string;
  readonly context: GraphQLContext;
  readonly prepare: Prepare | undefined;
}

/** Runs the field with the input of a REST request instead of its arguments, once per Idempotency-Key. */
async function resolveRest(
  rest: RestRequest,
  { endpoint, fieldName, context, prepare }: RestCall,
  perform: (input: object, within: GraphQLContext, before: object | undefined) => unknown,
): Promise<unknown> {
  const read = await rest.read();
  const { values } = read;
  const input = parseInput(endpoint.input, { ...read, problems: [...read.problems, ...rest.refusedNames()] });
  const key = rest.idempotencyKey();
  const before = prepare && { prepared: await prepare(caller(context), input) };
  if (key === undefined) return perform(input, context, before);
  const { principal } = caller(context);
  const body = withUtcInstants(values, endpoint.input);
  const request = { workspaceId: principal.workspaceId, endpoint: fieldName, key, body, principal };
  const { result, replayed } = await once(context, request, async (within) => perform(input, within, before));
  rest.isReplay = replayed;
  return result;
}

/** The body as sent, with instants in UTC: two spellings of one instant are the same request for an Idempotency-Key. */
function withUtcInstants(body: object, input: z.ZodObject): object {
  const utc = Object.entries(body).flatMap(([name, value]) => {
    const type = Object.hasOwn(input.shape, name) ? unwrapped(input.shape[name] as z.ZodType) : undefined;
    const isTime = type !== undefined && timeScalars.get(type)?.scalar === 'DateTime';
    return isTime && typeof value === 'string' ? [[name, canonicalInstant(value)] as const] : [];
  });
  return utc.length === 0 ? body : { ...body, ...Object.fromEntries(utc) };
}

SchemaBuilder.registerPlugin('field', FieldPlugin as never);

function tooManyOf(field: string, decision: RateDecision): DomainError {
  return new DomainError('RATE_LIMIT_EXCEEDED', { rate: { ...decision, reason: `Too many requests for ${field}` } });
}
