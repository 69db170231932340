import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Scope } from '../../src/domain/principal/scopes.ts';
import { relationOf } from '../../src/graphql/relations/selection.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Body } from './app.ts';

/** For each type with relations: the root field that returns its records, and the access that the type needs. */
export const recordRoots: Record<
  string,
  { root: (inner: string) => string; access: Scope | 'developerArea' | 'person' | 'signedIn' }
> = {
  Workspace: { root: (inner) => `workspace { ${inner} }`, access: 'signedIn' },
  Member: { root: (inner) => `users(limit: 100) { users { ${inner} } }`, access: 'users:read' },
  Schedule: { root: (inner) => `userAvailabilities { ${inner} }`, access: 'availabilities:read' },
  ScheduleOverride: {
    root: (inner) => `userAvailabilities { overrides { ${inner} } }`,
    access: 'availabilities:read',
  },
  TimeOff: { root: (inner) => `timeOffs(limit: 100) { timeOffs { ${inner} } }`, access: 'availabilities:read' },
  Event: { root: (inner) => `events(limit: 100) { events { ${inner} } }`, access: 'events:read' },
  Contact: { root: (inner) => `contacts(limit: 100) { contacts { ${inner} } }`, access: 'contacts:read' },
  ContactAnswer: {
    root: (inner) => `contact(contactId: 1) { customFieldAnswers { ${inner} } }`,
    access: 'contacts:read',
  },
  DealAnswer: {
    root: (inner) => `deals(limit: 100) { deals { customFieldAnswers { ${inner} } } }`,
    access: 'deals:read',
  },
  EventAnswer: {
    root: (inner) => `events(limit: 100) { events { customFieldAnswers { ${inner} } } }`,
    access: 'events:read',
  },
  MemberAnswer: {
    root: (inner) => `users(limit: 100) { users { customFieldAnswers { ${inner} } } }`,
    access: 'users:read',
  },
  CustomField: {
    root: (inner) => `workspace { customFields(limit: 100) { ${inner} } }`,
    access: 'fields:read',
  },
  EventCall: { root: (inner) => `eventCalls(limit: 100) { eventCalls { ${inner} } }`, access: 'eventCalls:read' },
  Notification: {
    root: (inner) => `eventCalls(limit: 100) { eventCalls { notifications(limit: 10) { ${inner} } } }`,
    access: 'eventCalls:read',
  },
  EventCallChange: {
    root: (inner) => `eventCalls(limit: 100) { eventCalls { changes(limit: 5) { ${inner} } } }`,
    access: 'eventCalls:read',
  },
  Deal: { root: (inner) => `deals(limit: 100) { deals { ${inner} } }`, access: 'deals:read' },
  Transaction: {
    root: (inner) => `transactions(limit: 100) { transactions { ${inner} } }`,
    access: 'transactions:read',
  },
  Webhook: { root: (inner) => `webhooks(limit: 100) { webhooks { ${inner} } }`, access: 'webhooks:read' },
  WebhookEvent: { root: (inner) => `webhookEvents(limit: 100) { events { ${inner} } }`, access: 'webhooks:read' },
  WebhookDelivery: {
    root: (inner) => `webhookDeliveries(limit: 100) { deliveries { ${inner} } }`,
    access: 'webhooks:read',
  },
  CalendarEntry: {
    root: (inner) => `eventCalls(limit: 100) { eventCalls { calendarEntry { ${inner} } } }`,
    access: 'eventCalls:read',
  },
  CalendarConnection: { root: (inner) => `calendarConnections { ${inner} }`, access: 'person' },
  ApiKey: { root: (inner) => `apiKeys(limit: 100) { apiKeys { ${inner} } }`, access: 'developerArea' },
};

export interface Relation {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  readonly isList: boolean;
  readonly isPaged: boolean;
}

type Field = GraphQLField<unknown, unknown>;

/** Every relation of the schema. */
export const relations: Relation[] = objectTypes().flatMap(({ name: from, fields }) =>
  fields.filter(relationOf).map(({ name: field, type, args }) => ({
    ...{ from, field, to: getNamedType(type).name },
    isList: isListType(getNullableType(type)),
    isPaged: args.some(({ name }) => name === 'limit'),
  })),
);

/** The selection of every field that a record of the type holds, embedded parts of other records included. */
export function wholeRecord(type: string): string {
  return fieldsOf(schema.getType(type))
    .filter((field) => !relationOf(field) || relationOf(field)?.embeddedFields)
    .map((field) => {
      const { name, type } = field;
      const embedded = relationOf(field)?.embeddedFields;
      if (embedded) return `${name} { ${embedded.join(' ')} }`;
      const inner = getNamedType(type);
      return isObjectType(inner) ? `${name} { ${wholeRecord(inner.name)} }` : name;
    })
    .join(' ');
}

/** The objects of a response at the end of a path of field names, through every list on the path. */
export function nodesAt(data: Body, ...path: readonly string[]): Body[] {
  const [name, ...rest] = path;
  if (Array.isArray(data)) return data.flatMap((item) => nodesAt(item, ...path));
  if (data === null || data === undefined) return [];
  return name === undefined ? [data] : nodesAt(data[name], ...rest);
}

/** The path of field names from a root field to its records. */
export function pathOf(type: string): string[] {
  const root = recordRoots[type]?.root('x') ?? '';
  return root
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[{}\s]+/)
    .filter((name) => name !== '' && name !== 'x');
}

export function objectTypes(): { name: string; fields: Field[] }[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .map((type) => ({ name: type.name, fields: fieldsOf(type) }));
}

function fieldsOf(type: GraphQLNamedType | undefined): Field[] {
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}
