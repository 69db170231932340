import { type GraphQLField, type GraphQLType, getNamedType, isListType, isNonNullType, isObjectType } from 'graphql';
import { type RecordPolicy, type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import { relationOf } from '#src/graphql/relations/selection.ts';
import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import { schema } from '#src/graphql/schema.ts';
import type { Row } from '../../policy/records.ts';
import { peopleMutations, peopleQueries } from './people.ts';
import { salesMutations, salesQueries } from './sales.ts';
import type { MutationSample, QuerySample, RecordMutation, Who } from './sample.ts';
import { schedulingMutations, schedulingQueries } from './scheduling.ts';
import { webhookMutations, webhookQueries } from './webhooks.ts';

// The one list of root fields that tests have. What the schema says of a field is read from it here.

type Path = readonly string[];
export type RootField = GraphQLField<unknown, unknown>;

export const queryFields: Readonly<Record<string, RootField>> = schema.getQueryType()?.getFields() ?? {};
export const mutationFields: Readonly<Record<string, RootField>> = schema.getMutationType()?.getFields() ?? {};
export const rootFields = { ...queryFields, ...mutationFields };

/** The root fields that are endpoints of `/v1`. */
export const endpoints = Object.values(rootFields).flatMap((field) => {
  const { method, path } = endpointOf(field) ?? {};
  return method ? [{ name: field.name, method, path: `/v1${path}` }] : [];
});

export const mutationSamples: Readonly<Record<string, MutationSample>> = {
  ...salesMutations,
  ...schedulingMutations,
  ...peopleMutations,
  ...webhookMutations,
};

export const querySamples: Readonly<Record<string, QuerySample>> = {
  ...salesQueries,
  ...schedulingQueries,
  ...peopleQueries,
  ...webhookQueries,
};

interface ListRead {
  readonly record: RecordType;
  /** The ways from the field's value to its records, in GraphQL and in `/v1`. */
  readonly paths: readonly Path[];
  readonly args?: Readonly<Record<string, string | number>>;
  /** Which records of the type the list is for. */
  readonly where?: (row: Row) => boolean;
}

interface SingleRead {
  readonly record: RecordType;
  /** The argument that names the record. */
  readonly argument: string;
  readonly code: 'NOT_FOUND' | 'EVENT_NOT_FOUND';
}

const isRecordType = (name: string): name is RecordType => Object.hasOwn(recordPolicies, name);

/** The ways from a type to the records of the policy table that it holds by itself, not by relations. */
function waysToRecords(type: GraphQLType): { record: RecordType; path: Path }[] {
  const named = getNamedType(type);
  if (isRecordType(named.name)) return [{ record: named.name, path: [] }];
  if (!isObjectType(named)) return [];
  const fields = Object.values(named.getFields()).filter((field) => !relationOf(field));
  return fields.flatMap((field) =>
    waysToRecords(field.type).map(({ record, path }) => ({ record, path: [field.name, ...path] })),
  );
}

/** The argument by which a field names the one record that it returns. */
function idArgument({ type, args }: RootField): string | undefined {
  const { name } = getNamedType(type);
  const names = ['id', `${name[0]?.toLowerCase()}${name.slice(1)}Id`];
  const isOne = isRecordType(name) && !isListType(isNonNullType(type) ? type.ofType : type);
  return isOne ? args.find((argument) => names.includes(argument.name))?.name : undefined;
}

export function notFoundOf(record: RecordType): SingleRead['code'] {
  return record === 'Event' ? 'EVENT_NOT_FOUND' : 'NOT_FOUND';
}

const reads = Object.entries(queryFields).flatMap(([name, field]) => {
  const ways = waysToRecords(field.type);
  return ways[0] ? [{ name, field, record: ways[0].record, paths: ways.map(({ path }) => path) }] : [];
});

/** Every root field that returns several records, or the record of a purpose. */
export const lists: Readonly<Record<string, ListRead>> = Object.fromEntries(
  reads.flatMap(({ name, field, record, paths }): [string, ListRead][] => {
    if (idArgument(field)) return [];
    const { args, where } = querySamples[name] ?? {};
    const isPaged = field.args.some((argument) => argument.name === 'limit');
    const all = { ...(isPaged && { limit: 100 }), ...(typeof args === 'object' && args) };
    return [[name, { record, paths, args: all, ...(where && { where }) }]];
  }),
);

/** Every root field of one record by its id. */
export const singles: Readonly<Record<string, SingleRead>> = Object.fromEntries(
  reads.flatMap(({ name, field, record }): [string, SingleRead][] => {
    const argument = idArgument(field);
    return argument ? [[name, { record, argument, code: notFoundOf(record) }]] : [];
  }),
);

export interface Write extends Omit<RecordMutation, 'also'> {
  readonly field: string;
}

/** Every mutation that needs what a type of the policy table says, once for each type of record that its input may name. */
export const writes: readonly Write[] = Object.entries(mutationSamples).flatMap(([field, sample]) => {
  if (!('record' in sample)) return [];
  const { also = [], ...first } = sample;
  return [first, ...also.map((each) => ({ ...first, ...each }))].map((each) => ({ field, ...each }));
});

/** Who may use a root field, as the policy table or its sample says: not as the schema does, which is what is tested. */
export function whoOf(name: string): Who {
  const sample = mutationSamples[name] ?? querySamples[name];
  if (sample && 'who' in sample && sample.who) return sample.who;
  if (sample && 'record' in sample) return writeAccess(sample);
  const record = (lists[name] ?? singles[name])?.record;
  if (!record) throw new Error(`${name} has no sample in test/support/root-fields that says who may use it`);
  return recordPolicies[record].read;
}

export function writeAccess({ record, access: entry = 'write' }: Pick<RecordMutation, 'record' | 'access'>) {
  const { [entry]: access }: RecordPolicy = recordPolicies[record];
  if (!access) throw new Error(`${record} has no access for writes`);
  return access;
}

/** Whether an invitee calls it, or somebody who is not signed in. */
export function isAnonymous(sample: MutationSample): boolean {
  return 'who' in sample && sample.who === 'every caller' && sample.input !== undefined;
}
