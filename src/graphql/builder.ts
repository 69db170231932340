import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin, {
  type AuthFailure,
  type AuthScopeFailure,
  AuthScopeFailureType,
} from '@pothos/plugin-scope-auth';
import ValidationPlugin from '@pothos/plugin-validation';
import { GraphQLError } from 'graphql';
import type PrismaTypes from '#src/db/generated/pothos.ts';
import { getDatamodel } from '#src/db/generated/pothos.ts';
import type { ApiKey } from '#src/domain/api-keys/api-key.ts';
import type { Availability } from '#src/domain/availabilities/availability.ts';
import type { ScheduleOverride } from '#src/domain/availabilities/override.ts';
import type { CalendarConnection } from '#src/domain/calendars/connection.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { ContactNote } from '#src/domain/contacts/note.ts';
import type { CustomField } from '#src/domain/custom-fields/custom-field.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type { BookableEvent } from '#src/domain/events/event.ts';
import type { Member } from '#src/domain/members/member.ts';
import type { Notification } from '#src/domain/notifications/notification.ts';
import { type Access, forbiddenTo, hasAccess } from '#src/domain/principal/access.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import type { Product } from '#src/domain/products/product.ts';
import type { RecordFields } from '#src/domain/record.ts';
import type { TimeOff } from '#src/domain/time-off/time-off.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';
import type { WebhookDelivery } from '#src/domain/webhooks/delivery.ts';
import type { WebhookEvent } from '#src/domain/webhooks/event.ts';
import type { Webhook } from '#src/domain/webhooks/webhook.ts';
import { canonicalInstant, isInstant } from '#src/lib/time/time-zones.ts';
import type { GraphQLContext } from './context.ts';
import './field-plugin.ts';
import type { TextScalar } from './text-leaves.ts';
import { invalid } from './validation.ts';

/** The value of a node of each model: a record with the relations that the document selects. */
interface Records {
  ApiKey: ApiKey;
  CalendarConnection: CalendarConnection;
  Contact: Contact;
  ContactNote: ContactNote;
  CustomField: CustomField;
  Deal: Deal;
  Event: BookableEvent;
  EventCall: EventCall;
  Membership: Member;
  Notification: Notification;
  Product: Product;
  Schedule: Availability;
  ScheduleOverride: ScheduleOverride;
  TimeOff: TimeOff;
  Transaction: Transaction;
  Webhook: Webhook;
  WebhookDelivery: WebhookDelivery;
  WebhookEvent: WebhookEvent;
}

type Nodes = {
  [Model in keyof PrismaTypes]: Model extends keyof Records
    ? Omit<PrismaTypes[Model], 'Shape'> & { Shape: Records[Model] }
    : PrismaTypes[Model];
};

/** The graph's builder. A field's checks run in the order of the plugins. */
export function createBuilder() {
  const made = new SchemaBuilder<{
    Context: GraphQLContext;
    DefaultFieldNullability: false;
    PrismaTypes: Nodes;
    AuthScopes: { scope: Scope; signedIn: boolean; person: boolean; developerArea: boolean; definesFields: boolean };
    Scalars: {
      Date: { Input: string; Output: string };
      DateTime: { Input: string; Output: string | Date };
      DateOrDateTime: { Input: string; Output: string };
      Decimal: { Input: string; Output: string };
      JSON: { Input: never; Output: object };
      TimesByDate: { Input: never; Output: Record<string, string[]> };
      MessagesByField: { Input: never; Output: Record<string, string[]> };
    };
  }>({
    plugins: ['field', ScopeAuthPlugin, PrismaPlugin, ValidationPlugin],
    defaultFieldNullability: false,
    prisma: { client: (context) => context.db.prisma, dmmf: getDatamodel(), onUnusedQuery: null },
    scopeAuth: {
      authScopes: ({ principal }) => {
        const has = (access: Access) => principal !== undefined && hasAccess(access, principal);
        return {
          scope: (scope) => has({ scope }),
          signedIn: principal !== undefined,
          person: has({ person: true }),
          developerArea: has({ developerArea: true }),
          // A function, because plugin-scope-auth checks all functions in order, after all plain values.
          definesFields: () => principal !== undefined && rolePolicies[principal.role].definesFields,
        };
      },
      unauthorizedError: (_parent, context, _info, { failure }) => refusal(context, failure),
    },
    validation: { validationError: ({ issues }) => invalid(issues) },
  });
  made.queryType({ description: 'What can be read.' });
  made.mutationType({ description: 'What can be changed.' });
  return made;
}

export const builder = createBuilder();

/** The graph's types by content: an enum by its values, an object by its fields. */
export const typesByContent = new Map<RecordFields | readonly string[], unknown>();

export function registerType<Type extends { readonly name: string }>(
  content: RecordFields | readonly string[],
  type: Type,
): Type {
  if (typesByContent.has(content)) throw new Error(`${type.name} shows the same as another type of the graph.`);
  typesByContent.set(content, type);
  return type;
}

/** Adds an enum whose values are those of the domain; `of` describes each. */
export function enumType<const Values extends readonly string[]>(
  name: string,
  values: Values,
  description: string,
  of?: Readonly<Record<Values[number], string>>,
) {
  const described = Object.fromEntries(values.map((value: Values[number]) => [value, { description: of?.[value] }]));
  const type = builder.enumType(name, { description, values: described as Record<Values[number], object> });
  return registerType(values, type);
}

const dateTimes = 'https://scalars.graphql.org/andimarek/date-time.html';
const dates = 'https://scalars.graphql.org/andimarek/local-date.html';

/** Accepts any text: the input schema validates it and reports errors with the field's name. */
function addTimeScalar(
  name: 'Date' | 'DateTime' | 'DateOrDateTime',
  specifiedByURL: string,
  description: string,
): void {
  builder.scalarType(name, {
    specifiedByURL,
    description,
    extensions: { isText: true } satisfies TextScalar,
    serialize: (value) => (value instanceof Date ? value.toISOString() : value),
    parseValue: (value) => {
      if (typeof value !== 'string') throw new GraphQLError(`${name} must be text`);
      // Two spellings of one instant are the same request for an Idempotency-Key.
      return name === 'DateTime' && isInstant(value) ? canonicalInstant(value) : value;
    },
  });
}

addTimeScalar(
  'DateTime',
  dateTimes,
  'An instant as ISO 8601 text, in UTC, with milliseconds: `2026-02-28T09:30:00.000Z`. Inputs accept any offset.',
);
addTimeScalar(
  'Date',
  dates,
  'A date as ISO 8601 text: `2026-02-28`. The description of the field states its time zone.',
);
addTimeScalar(
  'DateOrDateTime',
  dateTimes,
  "A date, which means the whole day in the time zone that the field's description states, or an instant: `2026-02-28` or `2026-02-28T09:30:00.000Z`.",
);

/** JSON that occurs only in responses. */
function addJsonScalar(name: 'JSON' | 'MessagesByField' | 'TimesByDate', description: string): void {
  builder.scalarType(name, {
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    description,
    serialize: (value) => value,
    parseValue: () => {
      throw new GraphQLError(`${name} is no input`);
    },
  });
}

addJsonScalar(
  'TimesByDate',
  'Wall-clock times by date: `{"2026-03-02": ["09:00", "09:30"]}`. When the clock repeats an hour, its times are listed twice.',
);
addJsonScalar('MessagesByField', 'Messages by field name: `{"email": ["Invalid email format"]}`.');
addJsonScalar('JSON', 'A JSON object whose fields depend on its context.');

builder.scalarType('Decimal', {
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  description: 'A decimal number as text, so that no digits are lost: `1999.90`.',
  extensions: { isText: true } satisfies TextScalar,
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && /^-?\d{1,40}(\.\d{1,40})?$/.test(value)) return value;
    throw new GraphQLError('Decimal must be decimal text such as "1999.90"');
  },
});

function refusal({ principal }: GraphQLContext, failure: AuthFailure): DomainError {
  const missing = failuresOf(failure);
  const scope = missing.find((each) => each.scope === 'scope')?.parameter;
  if (!principal) return new DomainError('MISSING_API_KEY', scope === undefined ? {} : { scope: String(scope) });
  if (scope !== undefined) {
    return new DomainError('INSUFFICIENT_SCOPE', { scope: String(scope), message: `Missing scope: ${scope}` });
  }
  const lacksRole = missing.some((each) => each.scope === 'definesFields');
  const message = lacksRole ? 'Only an owner or admin can create and change custom fields' : forbiddenTo(principal);
  return new DomainError('FORBIDDEN', { message });
}

function failuresOf(failure: AuthFailure): AuthScopeFailure[] {
  if (failure.kind === AuthScopeFailureType.AuthScope) return [failure];
  return 'failures' in failure ? failure.failures.flatMap(failuresOf) : [];
}
