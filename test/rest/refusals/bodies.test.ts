import { afterAll, expect, test } from 'vitest';
import type { FieldError, FieldErrorCode } from '#src/domain/field-errors.ts';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import { schema as graph } from '#src/graphql/schema.ts';
import { routesOf } from '#src/rest/routes.ts';
import { useApp } from '../../support/app.ts';
import { type Operation, operations } from '../../support/document-inputs.ts';
import { detailsWith, variantAForm } from '../../support/errors.ts';
import type { FieldSchema } from '../../support/field-formats.ts';
import { sendJson } from '../../support/lists.ts';
import { nextSerial } from '../../support/serial.ts';
import { writtenRows } from '../../support/webhook-rows.ts';
import { boundValues, rightValue, type Words, type WrongValue, wrongValues } from '../../support/wrong-values.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

const unknownKind = (value: unknown) =>
  `Unknown kind ${JSON.stringify(value)}; known kinds: ${allWebhookKinds.join(', ')}`;

/** The contract fixes this text for an answer that an event does not ask for. */
const unasked: Words = { inside: { type: { choice: () => 'INVALID_INVITEE_QUESTION_TYPE', isBare: true } } };

/** Fields that are refused in words of their own. */
const words: Readonly<Record<string, Words>> = {
  'POST /v1/webhooks kinds': { choice: unknownKind, empty: 'Must have at least one kind' },
  'PUT /v1/webhooks kinds': { choice: unknownKind, empty: 'Must have at least one kind' },
  'POST /v1/webhooks/test kind': { choice: unknownKind },
  'POST /v1/fields/answer/bulk overrideExisting': { type: 'Must be a boolean' },
  'PUT /v1/fields options': { record: 'an id or a name' },
  'POST /v1/eventCalls/finish payments': { record: 'a value' },
  'POST /v1/events hosts': { empty: 'An event needs at least one host' },
  'PUT /v1/events hosts': { empty: 'An event needs at least one host' },
  'POST /v1/eventCalls inviteeQuestionAnswers': unasked,
  'POST /v1/fields/inviteeAnswers inviteeQuestionAnswers': unasked,
};

const writes = operations.filter(({ method }) => method === 'POST' || method === 'PUT');

/** Codes of rules about several fields, which a request with one wrong field may break as well. */
const ofSeveral = ['exactly_one', 'conflict', 'required'];

/** The code beside each message, by how the message begins. */
const codes: readonly (readonly [RegExp, FieldErrorCode])[] = [
  [/^Is required/, 'required'],
  [/^Must be (an? (integer|number|string|list|object|boolean)$|true or false)|^Each must be an object/, 'invalid_type'],
  [/^Must be at least -?[\d.]+$/, 'too_small'],
  [/^Must be at most \d+ characters$/, 'too_long'],
  [/^Must have at most \d+ items$/, 'too_many'],
  [/^Must have at least one|^An event needs at least one host/, 'too_few'],
  [/^Must be at most -?[\d.]+$/, 'too_big'],
  [/^(Must be one of: |Unknown kind |Must be an (IANA|ISO 4217))/, 'unknown_value'],
  [/^INVALID_INVITEE_QUESTION_TYPE$/, 'unknown_value'],
  [/^Must not contain control characters/, 'invalid_characters'],
  [/^Must be in the years/, 'out_of_range'],
  [/^Must be /, 'invalid_format'],
];
/** These stand beside two codes. */
const ofTwo: Readonly<Record<string, unknown>> = {
  'Must not be empty': expect.stringMatching(/^too_(short|few)$/),
  'Invalid email format': expect.stringMatching(/^invalid_(format|characters)$/),
};
const codeOf = (text: string) => codes.find(([message]) => message.test(text))?.[1];

type Place = Pick<FieldError, 'path' | 'message'>;

/** Every required field as it should be. */
const fitting = (schemas: Readonly<Record<string, FieldSchema>>, required: readonly string[]) =>
  Object.fromEntries(required.map((name) => [name, rightValue(name, schemas[name] ?? {})]));

const mutations = routesOf(graph).filter(({ kind }) => kind === 'Mutation');

/** The same input at /graphql: its details, or undefined where it is no valid variable of the schema, or a query. */
async function detailsOfMutation(method: string, path: string, input: object): Promise<object | undefined> {
  const route = mutations.find((each) => each.method === method && `/v1${each.path}` === path);
  if (path === '/v1/events/eventDates') return undefined;
  if (!route) throw new Error(`${method} ${path} is no mutation`);
  const [argument] = graph.getMutationType()?.getFields()[route.field]?.args ?? [];
  const document = `mutation ($input: ${argument?.type}) { ${route.field}(input: $input) { __typename } }`;
  const { code, details } = (await app.graphql(document, key, { input })).body.errors[0].extensions;
  if (code !== 'BAD_USER_INPUT') return { code, details };
}

/** The place of an error as a message of its field names it: without the positions in lists. */
const within = (place: string) => place.replaceAll(/\[\d+\]/g, '').replace(/^\./, '');

/** How many requests had the same details at /graphql. */
let compared = 0;

afterAll(async () => {
  expect(compared).toBeGreaterThan(writes.length);
  const tables = ['Contact', 'CustomField', 'Deal', 'Event', 'EventCall', 'Schedule', 'Transaction', 'Webhook'];
  const rows = await writtenRows(app, owner.workspaceId, [...tables, 'WebhookEvent', 'IdempotencyRecord']);
  expect(Object.values(rows ?? {})).toEqual(Array(10).fill(0));
});

/** The wrong values of all fields in rounds, each of which has at most one of each field. */
function roundsOf({ method, path, fields, required }: Operation): Record<string, WrongValue>[] {
  const rounds: Record<string, WrongValue>[] = [];
  for (const [field, schema] of Object.entries(fields)) {
    const missing: WrongValue = { value: undefined, place: '', messages: ['Is required'] };
    const wrong = wrongValues(field, schema, words[`${method} ${path} ${field}`]);
    for (const [index, each] of [...(required.includes(field) ? [missing] : []), ...wrong].entries())
      rounds[index] = { ...rounds[index], [field]: each };
  }
  return rounds;
}

const isIn =
  (all: readonly Place[]) =>
  ({ path, message }: FieldError) =>
    all.some((each) => each.path === path && each.message === message);

/** Sends what is wrong in one request; each field is refused by its name, and nothing else but rules about several. */
async function refuses({ method, path, fields, required }: Operation, wrong: Record<string, WrongValue>) {
  const values = Object.entries(wrong).map(([field, { value }]) => [field, value]);
  const input = { ...fitting(fields, required), ...Object.fromEntries(values) };
  const headers = { 'idempotency-key': `refused-${nextSerial()}` };
  const { status, body } = await sendJson(app, [method, path], input, { key, headers });
  const details = (body.message?.details ?? body.details) as ReturnType<typeof detailsWith>;
  const expected = Object.entries(wrong).flatMap(([field, { place, messages, isBare }]) =>
    messages.map((message) => ({ field, path: `${field}${place}`, message, inside: isBare ? '' : within(place) })),
  );
  const own = details.errors.filter((error) => isIn(expected)(error) || !ofSeveral.includes(error.code));
  for (const { code, message } of own) {
    expect([message, code]).toEqual([message, ofTwo[message] ?? codeOf(message)]);
  }
  const placesOf = (places: readonly Place[]) => places.map((each) => `${each.path}: ${each.message}`).sort();
  expect({ input, status, places: placesOf(own) }).toEqual({ input, status: 400, places: placesOf(expected) });
  if (own.length === details.errors.length) {
    const fieldErrors: Record<string, string[]> = {};
    for (const { field, message, inside } of expected)
      fieldErrors[field] = [...(fieldErrors[field] ?? []), inside ? `${inside}: ${message}` : message];
    const exact = detailsWith({ fieldErrors });
    const message = body.details && Object.values<string[]>(body.details.fieldErrors)[0]?.[0];
    const variantA = { message: { status: 400, details: exact, endpoint: path, method } };
    expect(body).toEqual(body.details ? { message, details: exact } : variantA);
  }
  if (Object.values(wrong).some(({ isRestOnly }) => isRestOnly)) return;
  const atGraph = await detailsOfMutation(method, path, input);
  if (!atGraph) return;
  compared += 1;
  expect(atGraph).toEqual({ code: 'VALIDATION_FAILED', details });
}

/** A week has two names, which are not given together. */
const withOneWeek = writes.flatMap((operation): Operation[] => {
  const { days, 'the service': week, ...fields } = operation.fields;
  if (!days || !week) return [operation];
  const named: Operation['fields'][] = [{ days }, { 'the service': week }];
  return named.map((one) => ({ ...operation, fields: { ...fields, ...one } }));
});

test.each(withOneWeek)(
  '$method $path refuses what each field must not be, by its name, and writes nothing',
  async (operation) => {
    for (const round of roundsOf(operation)) {
      const { true: alone = [], false: shared = [] } = Object.groupBy(Object.entries(round), ([, { isRestOnly }]) => {
        return isRestOnly ? 'true' : 'false';
      });
      for (const wrong of [alone, shared]) {
        if (wrong.length > 0) await refuses(operation, Object.fromEntries(wrong));
      }
    }
  },
);

/** Every such request is refused for a key that no endpoint knows, and changes nothing. */
const strict = { prefer: 'handling=strict' };

test.each(writes)('$method $path accepts each field up to its bounds', async ({ method, path, fields, required }) => {
  const bounds = Object.entries(fields).flatMap(([field, schema]) =>
    boundValues(field, schema, words[`${method} ${path} ${field}`]).map((bound) => [field, bound] as const),
  );
  for (const [field, { value, place, message }] of bounds) {
    const input = { ...fitting(fields, required), [field]: value, unknownKey: 1 };
    const { status, headers, body } = await sendJson(app, [method, path], input, { key, headers: strict });
    const { errors } = (body.message?.details ?? body.details) as ReturnType<typeof detailsWith>;
    expect([field, status, headers.get('preference-applied')]).toEqual([field, 400, 'handling=strict']);
    expect(errors).not.toContainEqual({ path: `${field}${place}`, code: expect.any(String), message });
  }
});

// A cancellation needs nothing else, and a move without a host needs its time.
const others: readonly string[] = ['/v1/eventCalls/cancel', '/v1/eventCalls/reschedule'];
const changes = writes.filter(
  ({ method, path, required }) => method === 'PUT' && required.length === 1 && !others.includes(path),
);

test.each(changes)(
  '$method $path that names nothing to change is refused as a whole',
  async ({ method, path, required }) => {
    const id = { [required[0] as string]: 1 };
    for (const unknown of [{}, { unknownKey: 1, createdAt: '2026-01-01T00:00:00Z' }]) {
      const { status, body } = await sendJson(app, [method, path], { ...id, ...unknown }, { key });
      const message = 'At least one field to change is required';
      const variant = variantAForm([message], path, method, Object.keys(unknown));
      const { details } = variant.message;
      expect({ status, body }).toEqual({ status: 400, body: body.details ? { message, details } : variant });
    }
  },
);
