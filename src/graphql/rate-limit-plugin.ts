import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { DomainError } from '#src/domain/errors.ts';
import type { GraphQLContext } from './context.ts';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      rateLimit: RateLimitPlugin<Types>;
    }
  }
}

/** Each execution of a root field draws one point from the bucket of its workspace and name, before anything else. */
class RateLimitPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Around the validation of arguments as well, so that a flood of invalid ones is limited too. */
  override wrapArgMappers(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    if (!resolve || (field.kind !== 'Query' && field.kind !== 'Mutation')) return resolve;
    const name = field.name;
    return async (parent, args, context, info) => {
      const { gate, rate } = context as GraphQLContext;
      if (rate) {
        const decision = await gate.check(name, rate, { parent, args: args as Record<string, unknown>, info });
        if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
      }
      return resolve(parent, args, context, info);
    };
  }
}

SchemaBuilder.registerPlugin('rateLimit', RateLimitPlugin as never);
