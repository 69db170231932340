/** A table, and the SQL of a typical row: n is its number, m that within its workspace w. */
export interface RowKind {
  readonly table: string;
  /** Column to expression. What is left out has its default. */
  readonly columns: Readonly<Record<string, string>>;
}

const pick = (values: readonly string[], by: string) =>
  `(ARRAY['${values.join("','")}'])[1 + (${by})::int % ${values.length}]`;
const code = (prefix: string, salt: string) => `'${prefix}_' || left(md5('${salt}' || n), 22)`;
const firstNames = ['Ira', 'Maximilian', 'Yuki', 'Alexandra', 'Jo', 'Catherine', 'Omar', 'Eleanor', 'Li', 'Francesca'];
const lastNames = ['Cole', 'Rodriguez', 'Tanaka', 'Papadopoulos', 'Ng', 'Fitzgerald', 'Haddad', 'Lindqvist', 'Wu'];
const firstName = pick(firstNames, 'n / 3');
const lastName = `${pick(lastNames, 'n / 7')} || '-' || (n % 5000)`;
const email = `lower(${firstName}) || '.' || n || '@mail.example.com'`;
const phoneNumber = `'+1212' || lpad((n % 10000000)::text, 7, '0')`;
/** In the order of the rows, as time goes by: a row every second, of the workspaces in turn. */
const time = `timestamptz '2026-01-01' + n * interval '1 second'`;
const notes = `CASE WHEN n % 5 < 2 THEN 'Wants to grow the team first; talk again when the new budget is there.' END`;

const record = `json_build_object('id', n, 'previewId', ${code('call', 'e')}, 'eventId', n % 20, 'name', 'Strategy session',
  'linkPrefix', 'acme/strategy-session', 'callType', 'STRATEGY_EVENT', 'status', 'SCHEDULED', 'eventType', 'UPCOMING',
  'dateTime', ${time}, 'endTime', ${time}, 'duration', 45, 'timeZone', 'Europe/Berlin', 'contactId', n,
  'inviteeName', ${firstName}, 'inviteeEmail', ${email}, 'phoneNumber', ${phoneNumber}, 'guests', json_build_array(), 'userId', n % 50,
  'closer', json_build_object('id', n % 50, 'firstName', 'Ira', 'lastName', 'Cole', 'email', 'ira.cole@example.com'),
  'setterId', null, 'setter', null, 'outcome', null, 'noSaleReason', null, 'objectionKind', null, 'objection', null, 'notes', ${notes},
  'cancelReason', null, 'rescheduleReason', null, 'location', 'ZOOM', 'locationLink', 'https://zoom.example/j/8215550199',
  'questions', json_build_array(json_build_object('statement', 'Your name', 'type', 'NAME', 'answer', ${firstName})),
  'secondaryAnswers', json_build_array(), 'utm', json_build_array(), 'createdAt', ${time}, 'updatedAt', ${time})`;

const headers = `json_build_object('content-type', 'application/json', 'user-agent', 'Slotline-Webhooks/1',
  'webhook-id', 'evt_' || n, 'webhook-timestamp', '1795339800', 'webhook-signature', 'v1,' || md5(n::text) || md5('b' || n))`;

/** The tables that grow with use. */
export const rowKinds: readonly RowKind[] = [
  {
    table: 'EventCall',
    columns: {
      ...{ previewId: code('call', 'c'), eventId: 'm % 20', contactId: 'm / 6', userId: 'm % 50' },
      ...{
        setterId: 'CASE WHEN m % 10 < 7 THEN m % 13 END',
        callType: `${pick(['STRATEGY_EVENT', 'DISCOVERY_EVENT'], 'm')}::"CallType"`,
      },
      ...{
        dateTime: `${time} + interval '7 days'`,
        endTime: `${time} + interval '7 days' + interval '45 min'`,
      },
      ...{
        duration: '45',
        timeZone: `'Europe/Berlin'`,
        inviteeKey: `substr(sha256(convert_to((m / 6)::text, 'UTF8')), 1, 16)`,
      },
      ...{ inviteeName: `${firstName} || ' ' || ${lastName}`, inviteeEmail: email, phoneNumber, notes },
      ...{ outcome: `${pick(['WON', 'NO_SALE', 'QUALIFIED'], 'm')}::"CallOutcome"`, location: `'ZOOM'` },
      ...{
        locationLink: `'https://zoom.example/j/8215550199'`,
        createdAt: time,
        updatedAt: `${time} + interval '7 days'`,
      },
    },
  },
  {
    table: 'Invitee',
    columns: {
      key: `substr(sha256(convert_to(n::text, 'UTF8')), 1, 16)`,
      text: `lower(${firstName} || ' ' || ${lastName}) || E'\\n' || ${email} || E'\\n' || ${phoneNumber}`,
    },
  },
  {
    table: 'Contact',
    columns: {
      ...{ previewId: code('contact', 'k'), firstName, lastName, email, phoneNumber, tag: `'spring'` },
      ...{
        timeZone: `'Europe/Berlin'`,
        country: `'DE'`,
        userId: 'm % 50',
        joinedTime: time,
        createdAt: time,
        updatedAt: time,
      },
    },
  },
  {
    table: 'InviteeAnswer',
    columns: {
      ...{ contactId: 'm / 6', eventId: 'm % 20', eventCallId: 'm / 2', statement: `'Your e-mail address'` },
      ...{ type: `'EMAIL'`, answer: email, createdAt: time },
    },
  },
  {
    table: 'CustomFieldAnswer',
    columns: {
      ...{ customFieldId: 'm % 10', eventCallId: 'm', answer: `ARRAY['More customers in the north']` },
      ...{ createdAt: time, updatedAt: time },
    },
  },
  {
    table: 'Deal',
    columns: {
      ...{ contactId: 'm / 6', eventCallId: 'm', userId: 'm % 50', value: '1500', currency: `'EUR'` },
      ...{
        transactionType: '(enum_range(NULL::"DealTransactionType"))[1]',
        productName: `'Coaching, twelve weeks'`,
        time,
      },
    },
  },
  {
    table: 'Transaction',
    columns: {
      ...{ dealId: 'm', contactId: 'm / 6', userId: 'm % 50', value: '500', currency: `'EUR'`, email, name: firstName },
      ...{ time, createdAt: time, updatedAt: time },
    },
  },
  { table: 'WebhookEvent', columns: { kind: `'call.booked'`, payload: record, createdAt: time } },
  {
    table: 'WebhookDelivery',
    columns: {
      ...{ webhookId: 'w', eventId: 'n', sequence: 'n', status: `'DELIVERED'`, attempts: '1' },
      ...{ dueAt: time, createdAt: time },
    },
  },
  {
    table: 'WebhookAttempt',
    columns: {
      ...{ deliveryId: 'n', webhookId: 'w', url: `'https://hooks.example.com/slotline'`, headers, sentAt: time },
      ...{ latencyMs: '120', responseStatus: '200', responseStart: `'{"ok":true}'` },
    },
  },
  {
    table: 'ApiRequest',
    columns: {
      ...{ time, userId: 'm % 50', apiKeyId: 'm % 20', method: `'GET'`, route: `'/v1/eventCalls'`, status: '200' },
      ...{ durationMs: 'n % 40', requestId: `gen_random_uuid()::text`, address: `'203.0.113.7'`, represents: '1' },
      userAgent: `'my-integration/1.4 (node 26)'`,
    },
  },
];
