import type { FieldMap, ObjectRef } from '@pothos/core';
import type { Field, RecordFields, RecordOf } from '#src/domain/record.ts';
import { builder, registerType, typesByContent } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** The part of Pothos' field builder that the fields of a record need. */
interface FieldBuilder {
  expose(name: string, options: object): FieldMap[string];
}

/** The fields of a type, as its record defines them. `others` replace some of these or follow them. */
export function recordFields(t: object, fields: RecordFields, others: FieldMap = {}) {
  const shown = Object.entries(fields).filter(([name, { facts }]) => name in others || facts.content !== 'internal');
  const own = shown.map(([name, field]) => [name, others[name] ?? exposed(t, name, field)]);
  return { ...(Object.fromEntries(own) as FieldMap), ...others };
}

function exposed(t: object, name: string, { facts }: Field<unknown>): FieldMap[string] {
  const { content, isList, isNullable: nullable, description } = facts;
  const type = typeof content === 'string' ? content : typesByContent.get(content);
  if (type === undefined || content === 'graph')
    throw new Error(`The graph has no type for what the field ${name} holds.`);
  return (t as FieldBuilder).expose(name, { type: isList ? [type] : type, nullable, description });
}

interface RecordTypeOptions<Rec> {
  readonly description: string;
  readonly others?: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Rec>) => FieldMap;
}

/** The GraphQL type of a record. */
export function recordType<Fields extends RecordFields>(
  name: string,
  fields: Fields,
  { description, others }: RecordTypeOptions<RecordOf<Fields>>,
): ObjectRef<Types, RecordOf<Fields>> {
  const type = builder.objectRef<RecordOf<Fields>>(name);
  registerType(fields, type);
  return type.implement({ description, fields: (t) => recordFields(t, fields, others?.(t)) });
}
