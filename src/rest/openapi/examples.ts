import type { JsonSchema } from './output-schemas.ts';

/** Values by field, or by record and field. Other examples follow from the type. */
const values: Readonly<Record<string, unknown>> = {
  firstName: 'Ira',
  lastName: 'Cole',
  name: 'Growth review',
  inviteeName: 'Ira Cole',
  email: 'ira.cole@example.com',
  inviteeEmail: 'ira.cole@example.com',
  guests: 'sam.lee@example.com',
  username: 'ira',
  phoneNumber: '+14155550101',
  secondaryEmail: 'ira@example.org',
  secondaryPhoneNumber: '+4915112345678',
  timeZone: 'Europe/Berlin',
  country: 'DE',
  currency: 'USD',
  linkPrefix: 'ira/growth-review',
  bookingUrl: 'https://app.example.com/e/ira/growth-review',
  qrCodeUrl: 'https://app.example.com/e/ira/growth-review/qr.svg',
  locationLink: 'https://meet.example.com/ira',
  duration: 45,
  slotInterval: 15,
  bookingWindow: 30,
  maxUpcomingPerInvitee: 3,
  minutesBefore: 60,
  'DisqualificationRule.kind': 'PHONE_COUNTRY',
  'DisqualificationRule.questionType': null,
  'DisqualificationRule.customFieldId': null,
  'DisqualificationRule.operator': null,
  'DisqualificationRule.values': ['NG'],
  'Event.bookedStatus': 'QUALIFIED',
  disqualifiedMessage: 'We work with teams of ten and more.',
  disqualifiedUrl: 'https://example.com/resources',
  redirectUrl: 'https://example.com/thanks',
  redirectAnswers: 'EMAIL',
  limit: 20,
  priority: 1,
  startTime: '09:00',
  endTime: '17:30',
  dateTime: '2026-03-05T09:30:00.000Z',
  joinedTime: '2026-03-05T09:30:00.000Z',
  time: '2026-03-05T09:30:00.000Z',
  previewId: 'call_6tS0pQyVf3mWk1ZbXn4RcD',
  'Contact.previewId': 'contact_9dK2xYb7LqTn5VwPz8HsJe',
  'ContactDetail.previewId': 'contact_9dK2xYb7LqTn5VwPz8HsJe',
  'ContactMerge.mergedContactId': 43,
  'ContactMerge.previewId': 'contact_9dK2xYb7LqTn5VwPz8HsJe',
  'ContactMerge.name': 'Ira Cole',
  'ContactMerge.notes': 2,
  'ContactMerge.undoUntil': '2026-02-28T10:30:00.000Z',
  'ContactAnswer.name': 'Budget',
  'CustomField.name': 'Budget',
  'CustomField.description': 'What they can spend in a month.',
  'CustomField.inputType': 'SINGLE_SELECT',
  'CustomField.configuration': {
    min: null,
    max: null,
    step: null,
    dateType: null,
    dateTimeFormat: null,
    includedTime: null,
    maxRating: null,
    placeholder: 'Choose one',
  },
  'CustomField.hidden': false,
  'CustomField.isSystemField': false,
  'CustomField.events': null,
  'CustomFieldOption.name': 'About 5,000',
  'CustomFieldOption.color': 'green',
  'CustomFieldOption.icon': 'coins',
  'CustomFieldOption.isDefault': false,
  'CustomFieldOption.isArchived': false,
  'CustomFieldOption.category': 'Small',
  'CustomFieldOption.tooltip': 'In US dollars',
  'CustomFieldPage.hasMore': false,
  'CustomFieldPage.nextPage': null,
  'SecondaryQuestion.name': 'Budget',
  'Availability.name': 'Office hours',
  'Transaction.name': 'Ira Cole',
  'WebhookEvent.type': 'contact.updated',
  'WebhookEvent.id': 'evt_4711',
  'WebhookEvent.data': { id: 42, email: 'ira.cole@example.com', tag: 'spring' },
  'WebhookEvent.previous': { tag: null },
  'WebhookDelivery.id': 'dlv_815',
  'WebhookDelivery.eventId': 'evt_4711',
  'WebhookDelivery.type': 'contact.updated',
  'WebhookDelivery.sequence': 12,
  'WebhookDelivery.body':
    '{"type":"contact.updated","id":"evt_4711","timestamp":"2026-02-28T09:30:00.000Z","workspaceId":1,"sequence":12,"data":{"id":42,"tag":"spring"},"previous":{"tag":null}}',
  'WebhookAttempt.number': 1,
  'WebhookAttempt.headers': [
    { name: 'webhook-id', value: 'evt_4711' },
    { name: 'webhook-timestamp', value: '1772271000' },
    { name: 'webhook-signature', value: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  ],
  'WebhookAttempt.responseStatus': 500,
  'WebhookAttempt.responseStart': 'Internal Server Error',
  source: 'Stripe',
  description: 'First of three payments',
  'Event.description': 'Where you are, and where you want to be.',
  notes: 'Wants to talk to a partner first.',
  productName: 'Growth plan',
  identifier: 'budget',
  inputType: 'TEXT',
  answer: 'About 5,000',
  statement: 'What is your budget?',
  utmKey: 'utm_source',
  utmValue: 'newsletter',
  referrer: 'https://www.example.com/pricing',
  tag: 'spring',
  value: 1250.5,
  count: 1,
  displayIndex: 0,
  page: 0,
};

/** A healthy webhook. */
const webhook: Readonly<Record<string, unknown>> = {
  url: 'https://example.com/webhooks/slotline',
  kinds: ['contact.created', 'call.booked'],
  description: 'Keeps the CRM up to date',
  connectionId: null,
  pauseReason: null,
  pausedAt: null,
  error: null,
  failingSince: null,
  pausesAt: null,
  previousSecretUntil: null,
  secret: 'whsec_c2xvdGxpbmUgc2hvd3MgYSBzZWNyZXQgb25jZSEhISE=',
};

const maxDepth = 6;

/** Creates example values of schemas: deterministic, and valid as responses. */
export class Examples {
  readonly #components: Readonly<Record<string, JsonSchema>>;

  constructor(components: Readonly<Record<string, JsonSchema>>) {
    this.#components = components;
  }

  /** `name` is the name of the field, `owner` that of its record. */
  of(schema: JsonSchema, name: string, owner = '', depth = 0): unknown {
    const { $ref, anyOf, examples, const: only, enum: choices } = schema as Record<string, unknown[]>;
    const example =
      examples?.[0] ?? values[`${owner}.${name}`] ?? (owner.startsWith('Webhook') ? webhook[name] : undefined);
    if (example !== undefined) return example;
    if (typeof $ref === 'string') return this.#named($ref, name, depth);
    if (only !== undefined) return only;
    if (choices) return choices[0];
    if (anyOf) return this.of(anyOf[0] as JsonSchema, name, owner, depth);
    const [type] = [schema.type].flat();
    if (type === 'object') return this.#record(schema, owner, depth);
    if (type === 'array') return depth > maxDepth ? [] : [this.of(schema.items as JsonSchema, name, owner, depth + 1)];
    return values[name] ?? plain(type, name);
  }

  #named(reference: string, name: string, depth: number): unknown {
    const component = reference.split('/').at(-1) as string;
    return this.of(this.#components[component] ?? {}, name, component, depth);
  }

  #record({ properties = {} }: JsonSchema, owner: string, depth: number): object {
    const entries = Object.entries(properties as Record<string, JsonSchema>);
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.of(schema, name, owner, depth + 1)]));
  }
}

function plain(type: unknown, name: string): unknown {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return name.toLowerCase().endsWith('id') ? 42 : 10;
  return 'text';
}
