import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      argumentOrder: ArgumentOrderPlugin<Types>;
    }
  }
}

/**
 * Arguments are checked where the contract puts it: after the limit and the scope, next to the resolver. Pothos checks
 * them first. Stands first among the plugins, and so sees a field's configuration after all others.
 */
class ArgumentOrderPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { argMappers, resolve } = field;
    if (argMappers.length === 0 || !resolve) return field;
    const checked: GraphQLFieldResolver<unknown, Types['Context'], object> = async (parent, args, context, info) => {
      let mapped: Record<string, unknown> = { ...args };
      for (const mapper of argMappers) mapped = await mapper(mapped, context, info);
      return resolve(parent, mapped, context, info);
    };
    return { ...field, argMappers: [], resolve: checked };
  }
}

SchemaBuilder.registerPlugin('argumentOrder', ArgumentOrderPlugin as never);
