import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { DomainError } from '#src/domain/errors.ts';
import { once } from '#src/services/idempotency.ts';
import { caller, type GraphQLContext, type RestRequest } from './context.ts';
import { readEmbedded } from './relations/selection.ts';
import { endpointOf, type RestEndpoint } from './rest-endpoint.ts';
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
 * What happens to every root field, in the order of the contract: rate limit, scope (plugin-scope-auth, inside this
 * plugin), input, idempotency, work. REST and GraphQL both come through here, once a request. This plugin is the first,
 * so it wraps all others and sees a field's configuration after them.
 */
class FieldPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /**
   * Root fields are nullable, so that one that fails hides no other. Input is checked next to the resolver, after the
   * limit and the scope: Pothos would check it first.
   */
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { argMappers, resolve } = field;
    const type = isRoot(field) ? { ...field.type, nullable: true } : field.type;
    const endpoint = isRoot(field) ? endpointOf({ extensions: field.extensions ?? {} }) : undefined;
    if (!resolve || (argMappers.length === 0 && !endpoint)) return { ...field, type };
    const hasInputArgument = 'input' in field.args;
    const withInput: Resolver<Types['Context']> = async (parent, args, context, info) => {
      const { rest } = context as GraphQLContext;
      if (rest && endpoint) {
        const perform = (input: object, within: GraphQLContext) =>
          resolve(parent, hasInputArgument ? { input } : input, within, info);
        return resolveRest(rest, { endpoint, fieldName: info.fieldName, context: context as GraphQLContext }, perform);
      }
      let input: Record<string, unknown> = { ...args };
      for (const mapper of argMappers) input = await mapper(input, context, info);
      return resolve(parent, input, context, info);
    };
    return { ...field, type, argMappers: [], resolve: withInput };
  }

  override wrapResolve(
    resolve: Resolver<Types['Context']>,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types['Context']> {
    if (!isRoot(field)) return readEmbedded(resolve, field);
    return async (parent, args, context, info) => {
      const { gate, rate } = context as GraphQLContext;
      if (rate) {
        const decision = await gate.consumeField(rate, { parent, args, info });
        if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
      }
      return resolve(parent, args, context, info);
    };
  }
}

function isRoot({ kind }: { readonly kind: string }): boolean {
  return kind === 'Query' || kind === 'Mutation';
}

interface RestCall {
  readonly endpoint: RestEndpoint;
  readonly fieldName: string;
  readonly context: GraphQLContext;
}

/** Runs the field with the input of a REST request instead of its arguments, once for an Idempotency-Key. */
async function resolveRest(
  rest: RestRequest,
  { endpoint, fieldName, context }: RestCall,
  perform: (input: object, within: GraphQLContext) => unknown,
): Promise<unknown> {
  const { values, fieldErrors } = await rest.read();
  const input = parseInput(endpoint.input, values, fieldErrors);
  const key = rest.idempotencyKey();
  if (key === undefined) return perform(input, context);
  const request = { endpoint: fieldName, key, body: values };
  const { result, replayed } = await once(caller(context), request, async (within) =>
    perform(input, { ...context, ...within }),
  );
  rest.isReplay = replayed;
  return result;
}

SchemaBuilder.registerPlugin('field', FieldPlugin as never);
