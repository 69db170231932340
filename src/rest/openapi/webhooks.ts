import type { EventExample, WebhookEvent } from '#src/domain/webhooks/event.ts';
import { allEventKinds, type EventKind, isWebhookKind, testKind, webhookKinds } from '#src/domain/webhooks/kinds.ts';
import { Examples } from './examples.ts';
import type { JsonSchema } from './output-schemas.ts';
import { instant, integer, plainText, record, reference, text } from './schemas.ts';
import { payloads } from './webhook-payloads.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * The `webhooks` of the document with their components; none for a schema without webhooks. `records` has the components of the
 * endpoints, which the events reference.
 */
export function webhooksOf(records: Schemas): { readonly webhooks: Schemas; readonly schemas: Schemas } {
  if (!records.Webhook) return { webhooks: {}, schemas: {} };
  const parts = partsOf(records);
  const events: Record<string, JsonSchema> = {};
  const webhooks: Record<string, JsonSchema> = {};
  const examples = new Examples({ ...records, ...parts });
  for (const kind of Object.keys(payloads) as EventKind[]) {
    const name = `${pascalCase(kind)}Event`;
    events[name] = eventSchema(kind);
    webhooks[kind] = { post: operation(kind, name, exampleBody(exampleOf(kind, examples))) };
  }
  return { webhooks, schemas: { ...parts, ...events } };
}

/** An example of each kind of event. `records` is as for the document. */
export function eventExamples(records: Schemas): Readonly<Record<EventKind, EventExample>> {
  const examples = new Examples({ ...records, ...partsOf(records) });
  const entries = allEventKinds.map((kind) => [kind, exampleOf(kind, examples)]);
  return Object.fromEntries(entries) as Record<EventKind, EventExample>;
}

/** `contact.status_changed` → `ContactStatusChanged`. */
function pascalCase(kind: string): string {
  return kind
    .split(/[._]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

function descriptionOf(kind: EventKind): string {
  return kind === testKind
    ? 'Someone tests a webhook. The event is sent only to this webhook, regardless of the kinds that it receives.'
    : webhookKinds[kind].description;
}

function eventSchema(kind: EventKind): JsonSchema {
  const { data, previous, isPreviousOptional = false } = payloads[kind];
  const properties = {
    type: { const: kind, description: 'The kind of the event.' },
    id: {
      type: 'string',
      pattern: '^evt_[1-9]\\d*$',
      description: 'Event id, the same in every delivery and attempt.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'When the change was made.' },
    workspaceId: integer('Workspace id.'),
    sequence: {
      type: 'integer',
      minimum: 1,
      description:
        'Sequence number among the events of this webhook, without gaps. The events of one record are in the order of its changes.',
    },
    data: reference(data),
    previous: previousSchema(previous, isPreviousOptional),
  };
  return record(descriptionOf(kind), properties);
}

function previousSchema(previous: string | undefined, isOptional: boolean): JsonSchema {
  if (previous === undefined) return { type: 'null', description: 'There are no previous values.' };
  return isOptional ? { anyOf: [reference(previous), { type: 'null' }] } : reference(previous);
}

function exampleOf(kind: EventKind, examples: Examples): EventExample {
  const { data, example, previousExample = null } = payloads[kind];
  const values = examples.of(reference(data), 'data') as object;
  return { type: kind, data: { ...values, ...example }, previous: previousExample };
}

function exampleBody({ type, data, previous }: EventExample): WebhookEvent {
  const sent = { id: 'evt_42', timestamp: '2026-03-05T09:30:00.120Z', workspaceId: 42, sequence: 17 };
  return { type, ...sent, data, previous };
}

function operation(kind: EventKind, schema: string, example: object): JsonSchema {
  const scope = isWebhookKind(kind)
    ? ` A webhook of an app receives it with the scope \`${webhookKinds[kind].scope}\`.`
    : '';
  return {
    operationId: `on${pascalCase(kind)}`,
    tags: ['webhooks'],
    summary: kind,
    description: `${descriptionOf(kind)}${scope}`,
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema: reference(schema), example } } },
    responses: {
      '2XX': {
        description:
          'Received. Any other response, or none within 15 seconds, is a failure and the event is sent again.',
      },
      410: { description: 'No longer wanted: the webhook is paused immediately.' },
    },
  };
}

const header = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
});

/** The headers of Standard Webhooks. */
const headers = [
  header(
    'webhook-id',
    'Event id. Use it to process an event only once, even if it is delivered several times.',
    'evt_42',
  ),
  header(
    'webhook-timestamp',
    'When the attempt was made, in seconds since 1970. Reject requests that are too old.',
    '1772703000',
  ),
  header(
    'webhook-signature',
    'Signatures by each valid secret, separated by spaces: `v1,` and base64(HMAC-SHA256(secret, `<webhook-id>.<webhook-timestamp>.<body>`)).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** The components that only events have. They are built from the components of the records, so that the two cannot differ. */
function partsOf(records: Schemas): Schemas {
  const answers = {
    type: 'array',
    items: reference('CallSecondaryAnswer'),
    description: 'The fields that have changed.',
  };
  const fields = propertiesOf(records, 'CustomField');
  const change = { type: 'string', enum: ['CREATED', 'UPDATED'], description: 'What happened to the field.' };
  return {
    ...changesOf(records, 'Contact'),
    ...changesOf(records, 'EventCall', { outcome: orNull('CallOutcome', 'Previous outcome; null if none was set.') }),
    ...changesOf(records, 'Deal'),
    ...changesOf(records, 'Transaction'),
    ...changesOf(records, 'CustomField'),
    ...changesOf(records, 'Webhook'),
    CustomFieldChange: record('A custom field, and what happened to it.', { ...fields, change }),
    DeletedContact: record('A contact that was erased.', { id: integer('Contact id.') }),
    MergedContacts: record('Two contacts of a merge.', {
      id: integer('Id of the kept contact.'),
      mergedContactId: integer('Id of the contact that was merged into it.'),
    }),
    ContactAnswersChange: record('The changed answers of a contact.', { contactId: integer('Contact id.'), answers }),
    CallAnswersChange: record('The changed answers of a call.', { eventCallId: integer('Call id.'), answers }),
    EarlierAnswers: record('The previous values of these answers; empty if there was none.', { answers }),
    WebhookTest: record('The text of a test event.', { message: plainText('Text of the event.') }),
    RevokedConnection: record('The connection of an app that has ended.', {
      id: text('Connection id.', 'con_4fKq0ZrWb6VtYh2mXcN8sLpD'),
      clientId: text('Client id of the app.', 'ocl_4fKq0ZrWb6VtYh2mXcN8sLpD'),
      name: text('Name of the app.', 'Dialer'),
      userId: integer('User id of the member who had connected it.'),
      scopes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The scopes that the connection had.',
        examples: [['deals:read']],
      },
      createdAt: instant('When access was granted.', '2026-02-28T09:30:00.000Z'),
      revokedAt: instant('When the connection ended.', '2026-03-05T09:30:00.000Z'),
    }),
  };
}

function propertiesOf(records: Schemas, name: string): Schemas {
  const properties = records[name]?.properties as Schemas | undefined;
  if (!properties) throw new Error(`No endpoint returns the record ${name}, which an event has`);
  return properties;
}

/** The component of a record's earlier values: any of its fields. */
function changesOf(records: Schemas, name: string, others: Schemas = {}): Schemas {
  const properties = { ...propertiesOf(records, name), ...others };
  const description = 'The previous values of the fields that have changed.';
  return { [`${name}Changes`]: { type: 'object', description, minProperties: 1, properties } };
}

function orNull(name: string, description: string): JsonSchema {
  return { anyOf: [reference(name), { type: 'null' }], description };
}
