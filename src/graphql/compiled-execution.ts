import { collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  type Source,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Execute, Operation } from './operation.ts';
import { hasRelation } from './relations/selection.ts';
import { endpointOf } from './rest-endpoint.ts';
import { withTextLeaves } from './text-leaves.ts';

/**
 * Compiles an operation that selects only records of endpoint fields, without relations: these fields load whole records.
 * Compiled execution does not support fields that load more data, so `plain` executes all other operations.
 */
export function compiledExecution(prepared: Operation, plain: Execute): Execute {
  const { document, operation } = prepared;
  if (!selectsOnlyEndpoints(prepared) || hasDirectives(document)) return plain;
  // Serializing the leaves takes a third of the time of a compiled query; checking the result is far cheaper. Mutations are not
  // checked, because they must not run again if the check fails.
  const checkable = { ...prepared, schema: withTextLeaves(prepared.schema) };
  const fits = operation.operation === 'query' ? leafCheck(checkable) : undefined;
  // Without the check, each scalar serializes its own leaves: an instant may be a Date.
  const { schema } = fits ? checkable : prepared;
  const options = { disableLeafSerialization: fits !== undefined };
  const compiled = compileQuery(schema, document, operation.name?.value, options);
  if (!isCompiledQuery(compiled)) return plain;
  return async (context, variables) => {
    if (fits) context.rootValues = new Map();
    const result = (await compiled.query(undefined, context, variables)) as ExecutionResult;
    const { data, errors } = result;
    // The root values are kept in the context, so that nothing is read or counted twice.
    const completed = data && fits?.(data) === false ? await plain(context, variables) : undefined;
    context.rootValues = undefined;
    if (completed) return completed;
    if (!errors) return result;
    // No path means that nothing ran: a variable is invalid. graphql-jit names the inner field, not the variable.
    const isRefused = errors.every(({ path }) => path === undefined);
    const refused = isRefused && getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}).errors;
    return refused ? { errors: refused } : { ...result, errors: errors.map((error) => asPlain(error, document)) };
  };
}

function selectsOnlyEndpoints({ schema, operation, fragments }: Operation): boolean {
  const root = schema.getRootType(operation.operation) ?? undefined;
  const { selections } = operation.selectionSet;
  const fields = root?.getFields() ?? {};
  const isEndpoint = ({ name }: FieldNode) => endpointOf(fields[name.value] ?? { extensions: {} }) !== undefined;
  return (
    selections.every((selection) => selection.kind === 'Field' && isEndpoint(selection)) &&
    !hasRelation(selections, root, { schema, fragments })
  );
}

/** If a field is selected twice and skipped once, graphql-jit also returns the fragments below the skipped selection. */
function hasDirectives(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** Converts an error to the form of graphql-js: with its location, and with a cause if a resolver violated the schema. */
function asPlain({ message, path, locations, originalError, extensions }: GraphQLError, { loc }: DocumentNode) {
  const positions = loc && locations?.map(({ line, column }) => offsetOf(loc.source, line, column));
  // No path means that a variable is invalid, and that no resolver ran.
  const cause = originalError ?? (path ? new Error(message) : undefined);
  return new GraphQLError(message, { source: loc?.source, positions, path, originalError: cause, extensions });
}

function offsetOf({ body }: Source, line: number, column: number): number {
  const lineBreak = [...body.matchAll(/\r\n|[\n\r]/g)][line - 2];
  return (lineBreak ? lineBreak.index + lineBreak[0].length : 0) + column - 1;
}

/**
 * Compiles a check that each leaf in the `data` of an operation equals its serialized value. Returns undefined if a type cannot
 * be checked, such as an enum with renamed values.
 */
function leafCheck({ schema, operation, fragments }: Operation): ((data: object) => boolean) | undefined {
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  let isComplete = true;
  const { fields } = collectFields(schema, fragments, {}, root, operation.selectionSet);
  const check = ofFields(root, fields, 'data');
  return isComplete ? (new Function('data', `return ${check}`) as () => boolean) : undefined;

  function ofFields(type: GraphQLObjectType, selected: ReadonlyMap<string, FieldNode[]>, object: string): string {
    const checks = [...selected].map(([key, nodes]) => {
      const field = type.getFields()[nodes[0]?.name.value ?? ''];
      const value = `${object}.${key}`;
      return field ? `(${value} === null || ${ofType(field.type, nodes, value)})` : 'true';
    });
    return checks.join(' && ');
  }

  function ofType(declared: GraphQLOutputType, nodes: FieldNode[], value: string): string {
    const type = getNullableType(declared);
    if (isListType(type)) return `${value}.every((item) => item === null || ${ofType(type.ofType, nodes, 'item')})`;
    if (isObjectType(type)) return ofFields(type, collectSubFields(schema, fragments, {}, type, nodes).fields, value);
    if (isEnumType(type) && type.getValues().every((each) => each.name === each.value)) {
      return `(${type
        .getValues()
        .map(({ name }) => `${value} === '${name}'`)
        .join(' || ')})`;
    }
    // graphql-jit always serializes custom scalars.
    if (isScalarType(type) && !isSpecifiedScalarType(type)) return 'true';
    const check = scalarChecks[type.name];
    isComplete &&= check !== undefined;
    return check?.(value) ?? 'false';
  }
}

const scalarChecks: Readonly<Record<string, (value: string) => string>> = {
  Boolean: (value) => `typeof ${value} === 'boolean'`,
  Float: (value) => `Number.isFinite(${value})`,
  ID: (value) => `typeof ${value} === 'string'`,
  Int: (value) => `(typeof ${value} === 'number' && (${value} | 0) === ${value})`,
  String: (value) => `typeof ${value} === 'string'`,
};
