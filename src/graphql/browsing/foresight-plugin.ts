import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { mayManageCredentials } from '#src/domain/access/roles.ts';
import { DomainError } from '#src/domain/errors.ts';
import { relatedListInput } from '#src/domain/input.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { invalid, withoutNulls } from '../validation.ts';
import { isRelation } from './beyond-records.ts';
import type { Noun } from './noun.ts';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      foresight: ForesightPlugin<Types>;
    }
  }
}

/** A mutation whose answer could not be told changes nothing: what it asks for beyond the record is checked before. */
class ForesightPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind !== 'Mutation') return resolve;
    return (parent, args, context, info) => {
      for (const asked of relationsIn(info)) foresee(asked, context as GraphQLContext, info);
      return resolve(parent, args, context, info);
    };
  }
}

type Asked = readonly [field: GraphQLField<unknown, unknown>, node: FieldNode];

function relationsIn({ schema, operation, fieldNodes, fragments, variableValues }: GraphQLResolveInfo): Asked[] {
  const types = new TypeInfo(schema);
  const asked: Asked[] = [];
  const part = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: fieldNodes } } as const;
  const Field = (node: FieldNode) => {
    if (isLeftOut(node, variableValues)) return false;
    const field = types.getFieldDef();
    if (field && isRelation(field)) asked.push([field, node]);
    return undefined;
  };
  const document = { kind: Kind.DOCUMENT, definitions: [part, ...Object.values(fragments)] } as const;
  visit(document, visitWithTypeInfo(types, { Field }));
  return asked;
}

function isLeftOut(node: FieldNode, variables: GraphQLResolveInfo['variableValues']): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return skip?.if === true || include?.if === false;
}

function foresee([field, node]: Asked, context: GraphQLContext, { variableValues }: GraphQLResolveInfo): void {
  const { principal } = caller(context);
  const { access } = field.extensions as Pick<Noun, 'access'>;
  if ('scope' in access && !principal.scopes.has(access.scope)) {
    throw new DomainError('INSUFFICIENT_SCOPE', { scope: access.scope, message: `Missing scope: ${access.scope}` });
  }
  if ('developerArea' in access && !mayManageCredentials(principal)) throw new DomainError('FORBIDDEN');
  if (field.args.length === 0) return;
  const { error } = withoutNulls(relatedListInput).safeParse(getArgumentValues(field, node, variableValues));
  if (error) throw invalid(error.issues);
}

SchemaBuilder.registerPlugin('foresight', ForesightPlugin as never);
