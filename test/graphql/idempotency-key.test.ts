import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { type Booking, bookingIn, march } from '../support/bookings.ts';
import { detailsWith } from '../support/errors.ts';
import type { Member } from '../support/factories.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

let owner: Member;
let key: string;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
});

interface Request {
  readonly query: string;
  readonly variables?: object;
}

async function send(request: Request, idempotencyKey: string, as: string | undefined = key) {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
    ...(as !== '' && { authorization: `Bearer ${as}` }),
  };
  const {
    status,
    body,
    headers: sent,
  } = await app.request('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  return { status, replayed: sent.get('idempotent-replayed'), data: body.data, errors: body.errors };
}

const contacts = () => app.sql('SELECT "id" FROM "Contact" WHERE "workspaceId" = $1', [owner.workspaceId]);
const plain =
  'mutation ($input: CreateContactInput!) { createContact(input: $input) { created contact { id email } } }';
const related =
  'mutation ($input: CreateContactInput!) { createContact(input: $input) { created contact { id email eventCalls { id } } } }';
const variables = { input: { email: 'ira@example.com' } };
const refusal = (message: string) => [
  expect.objectContaining({
    extensions: { code: 'VALIDATION_FAILED', details: detailsWith({ fieldErrors: { 'Idempotency-Key': [message] } }) },
  }),
];

describe('a mutation', () => {
  test.each([plain, related])('is performed once: %s', async (query) => {
    const first = await send({ query, variables }, 'a');
    expect(first).toMatchObject({ status: 200, replayed: null, data: { createContact: { created: true } } });
    for (const again of [query, query.replaceAll(' ', '\n')]) {
      expect(await send({ query: again, variables }, 'a')).toEqual({ ...first, replayed: 'true' });
    }
    expect(await contacts()).toHaveLength(1);
  });

  test('has the same answer after its relations have changed', async () => {
    const first = await send({ query: related, variables }, 'a');
    await app.sql('DELETE FROM "Contact" WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect(await send({ query: related, variables }, 'a')).toEqual({ ...first, replayed: 'true' });
  });

  test('without its stored response is answered from the stored value', async () => {
    const first = await send({ query: plain, variables }, 'a');
    await app.sql(
      `UPDATE "IdempotencyRecord" SET "result" = json_build_object('value', ("result"::json -> 'response' -> 'data' -> 'createContact'))
       WHERE "workspaceId" = $1`,
      [owner.workspaceId],
    );
    expect(await send({ query: plain, variables }, 'a')).toEqual({ ...first, replayed: 'true' });
  });

  test('is replayed to nobody who may see other records', async () => {
    const first = await send({ query: related, variables }, 'a');
    const rotated = await app.apiKey(owner);
    expect(await send({ query: related, variables }, 'a', rotated)).toEqual({ ...first, replayed: 'true' });
    for (const other of [
      await app.apiKey(owner, { scopes: ['contacts:write'] }),
      await app.apiKey(await app.member(owner.workspaceId, 'OWNER')),
      await app.apiKey(await app.member(owner.workspaceId, 'CLOSER')),
    ]) {
      const { status, errors } = await send({ query: related, variables }, 'a', other);
      expect([status, errors[0].extensions]).toEqual([409, { code: 'IDEMPOTENCY_KEY_REUSED' }]);
    }
  });

  test('whose relations fail is replayed with them once they are there', async () => {
    await app.sql('ALTER TABLE "EventCall" RENAME TO "EventCallAway"');
    const first = await send({ query: related, variables }, 'a');
    await app.sql('ALTER TABLE "EventCallAway" RENAME TO "EventCall"');
    expect(app.unexpected.splice(0)).toHaveLength(1);
    expect(first.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR');
    const { errors, data, replayed } = await send({ query: related, variables }, 'a');
    expect([errors, data.createContact.contact.eventCalls, replayed]).toEqual([undefined, [], 'true']);
    expect(await contacts()).toHaveLength(1);
  });

  test('is answered where its response cannot be stored', async () => {
    await app.sql(`CREATE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`);
    await app.sql(
      'CREATE TRIGGER "refuse" BEFORE UPDATE ON "IdempotencyRecord" FOR EACH ROW EXECUTE FUNCTION "refuse"()',
    );
    const first = await send({ query: plain, variables }, 'a');
    await app.sql('DROP TRIGGER "refuse" ON "IdempotencyRecord"');
    expect(app.unexpected.splice(0)).toEqual([expect.objectContaining({ message: 'full' })]);
    expect(first).toMatchObject({ status: 200, errors: undefined, data: { createContact: { created: true } } });
    expect(await send({ query: plain, variables }, 'a')).toEqual({ ...first, replayed: 'true' });
  });

  test('with other variables, or another document, is a 409', async () => {
    await send({ query: plain, variables }, 'a');
    const other = [
      { query: plain, variables: { input: { email: 'b@example.com' } } },
      { query: related, variables },
    ];
    for (const request of other) {
      const { status, errors } = await send(request, 'a');
      expect([status, errors[0].message, errors[0].extensions]).toEqual([
        409,
        'This Idempotency-Key was used with another request body, or by another caller',
        { code: 'IDEMPOTENCY_KEY_REUSED' },
      ]);
    }
    expect(await contacts()).toHaveLength(1);
  });

  test('that fails frees its key', async () => {
    const taken = { input: { email: 'ira@example.com', userId: 2_147_483_647 } };
    expect((await send({ query: plain, variables: taken }, 'a')).status).toBe(400);
    expect((await send({ query: plain, variables }, 'a')).replayed).toBeNull();
  });

  test('sent ten times at once is performed once', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => send({ query: plain, variables }, 'a')));
    expect(sent.filter(({ status, replayed }) => status === 200 && replayed === null)).toHaveLength(1);
    for (const { status, replayed, errors } of sent) {
      if (status === 409) expect(errors[0].extensions).toEqual({ code: 'IDEMPOTENCY_KEY_IN_USE' });
      else expect([status, replayed]).toEqual([200, expect.toSatisfy((text) => text === null || text === 'true')]);
    }
    expect(await contacts()).toHaveLength(1);
  });

  test('has keys of its own, apart from those of /v1', async () => {
    await send({ query: plain, variables }, 'a');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'a' };
    const { status } = await app.request('/v1/contacts', {
      method: 'POST',
      headers,
      body: JSON.stringify(variables.input),
    });
    expect(status).toBe(200);
  });

  test('that deletes a record answers with its relations, twice', async () => {
    const id = await app.contact(owner.workspaceId);
    const { id: saleId } = await app.insert('Transaction', {
      ...{ workspaceId: owner.workspaceId, contactId: id, value: 5, currency: 'USD' },
    });
    const query = `mutation { deleteTransaction(input: { id: ${saleId} }) { id contact { id } } }`;
    const first = await send({ query }, 'a');
    expect(first.data).toEqual({ deleteTransaction: { id: saleId, contact: { id } } });
    expect(await send({ query }, 'a')).toEqual({ ...first, replayed: 'true' });
  });
});

describe('the header', () => {
  test('counts for one mutation field: two of them are a 400', async () => {
    const field = (name: string) => `${name}: createContact(input: {email: "${name}@example.com"}) { created }`;
    const message = 'Must be sent with a document that has exactly one mutation field';
    for (const query of [
      `mutation { ${field('a')} ${field('b')} }`,
      `mutation { ...f } fragment f on Mutation { ${field('a')} ${field('b')} }`,
    ]) {
      const { status, errors } = await send({ query }, 'a');
      expect([status, errors.slice(0, 1)]).toEqual([400, refusal(message)]);
    }
    expect(await contacts()).toEqual([]);
    const query = `mutation { __typename ${field('a')} ${field('b').replace(') {', ') @skip(if: true) {')} }`;
    expect((await send({ query }, 'a')).data).toEqual({ __typename: 'Mutation', a: { created: true } });
  });

  test('is ignored with a query', async () => {
    for (const replayed of [null, null]) {
      expect(await send({ query: '{ contacts { count } }' }, 'a')).toMatchObject({ status: 200, replayed });
    }
  });

  test.each(['a b', 'x'.repeat(256)])('%j is refused', async (wrong) => {
    const { status, errors } = await send({ query: plain, variables }, wrong);
    expect([status, errors]).toEqual([400, refusal('Must be 1 to 255 visible ASCII characters, and given once')]);
  });

  test('is refused where the answer has a secret', async () => {
    const query = 'mutation { createApiKey(input: {name: "a", scopes: ["contacts:read"]}) { secret } }';
    const { status, errors } = await send({ query }, 'a', await app.session(owner));
    expect([status, errors]).toEqual([
      400,
      refusal('The response of this mutation is not stored: send it without a key'),
    ]);
  });
});

describe('a form of an invitee', () => {
  let booking: Booking;
  const document =
    'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token booking { dateTime } } }';
  const form = async () => {
    const [{ linkPrefix }] = (await app.sql<{ linkPrefix: string }>(
      'SELECT "linkPrefix" FROM "Event" WHERE "id" = $1',
      [booking.eventId],
    )) as [{ linkPrefix: string }];
    return { linkPrefix, dateTime: march('05T10:00'), timeZone: 'UTC', email: 'ira@example.com', firstName: 'Ira' };
  };
  beforeEach(async () => {
    booking = await bookingIn(app);
  });

  test('that is sent twice books once, and gives the same token', async () => {
    const request = { query: document, variables: { input: await form() } };
    const first = await send(request, '0123456789abcdef', '');
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(await send(request, '0123456789abcdef', '')).toEqual({ ...first, replayed: 'true' });
    const [stored] = await app.sql<{ result: string }>(
      'SELECT "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1',
      [booking.workspaceId],
    );
    expect(stored?.result).not.toContain(first.data.createPublicBooking.token);
    const calls = await app.sql('SELECT 1 FROM "EventCall" WHERE "workspaceId" = $1', [booking.workspaceId]);
    expect(calls).toHaveLength(1);
  });

  test('that names its instant in another way is the same form', async () => {
    const input = await form();
    const first = await send({ query: document, variables: { input } }, '0123456789abcdef', '');
    const variables = { input: { ...input, dateTime: '2026-03-05T12:00:00+02:00' } };
    expect(await send({ query: document, variables }, '0123456789abcdef', '')).toEqual({ ...first, replayed: 'true' });
    expect(first.data.createPublicBooking.booking.dateTime).toBe(march('05T10:00'));
  });

  test('needs a key that nobody guesses', async () => {
    const { status, errors } = await send({ query: document, variables: { input: await form() } }, '1', '');
    expect([status, errors]).toEqual([400, refusal('Must be at least 16 characters without a credential')]);
  });

  test('of cancelling is done once', async () => {
    const { data } = await send({ query: document, variables: { input: await form() } }, '0123456789abcdef', '');
    const { token } = data.createPublicBooking;
    const cancel = { query: `mutation { cancelPublicBooking(input: { token: "${token}" }) { status } }` };
    const first = await send(cancel, '0123456789abcdef', '');
    expect(first).toMatchObject({ replayed: null, data: { cancelPublicBooking: { status: 'CANCELLED' } } });
    expect(await send(cancel, '0123456789abcdef', '')).toEqual({ ...first, replayed: 'true' });
  });
});
