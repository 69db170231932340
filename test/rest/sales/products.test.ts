import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, product } from '../../support/sales-factories.ts';

const app = await useApp();
const path = '/v1/products';
let owner: Awaited<ReturnType<typeof app.workspace>>;
let key: string;

beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['deals:read', 'deals:write'] });
});

const send = (method: string, at: string, body: object) => sendJson(app, [method, at], body, { key });
const remove = (id: number) =>
  app.request(`${path}?id=${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
const names = async (query = '') =>
  (await app.get(`${path}?${query}`, key)).body.data.products.map(({ name }: { name: string }) => name);
const refused = (field: string, message: string, code: string) => ({
  message: { details: { errors: [expect.objectContaining({ code, message })], fieldErrors: { [field]: [message] } } },
});
const coaching = { name: 'Coaching', description: 'Six months', price: 4800.5, currency: 'EUR' };

describe('products', () => {
  test('are created, read, changed and deleted, each with the whole record', async () => {
    const { status, body } = await send('POST', path, coaching);
    const { id, createdAt, updatedAt } = body.data;
    expect(status).toBe(201);
    const stored = { id, ...coaching, isArchived: false, createdAt, updatedAt };
    expect(JSON.stringify(body.data)).toBe(JSON.stringify(stored));
    expect((await app.get(`${path}/detail?id=${id}`, key)).body.data).toEqual(stored);
    expect((await app.get(path, key)).body.data).toEqual({ products: [stored], count: 1 });
    const changed = await send('PUT', path, { id, price: 5000, description: null, isArchived: true });
    expect(changed.body.data).toMatchObject({ ...coaching, description: null, price: 5000, isArchived: true });
    expect((await remove(id)).body.data).toEqual(changed.body.data);
    expect((await app.get(`${path}/detail?id=${id}`, key)).status).toBe(404);
  });

  test('have one name however it is spaced or composed, which deals find', async () => {
    const { body } = await send('POST', path, { ...coaching, name: '  Cafe\u0301   Plan ' });
    expect(body.data.name).toBe('Caf\u00e9 Plan');
    const again = await send('POST', path, { ...coaching, name: 'CAF\u00c9 plan' });
    expect([again.status, again.body.message.details.errors[0]]).toMatchObject([400, { path: 'name', code: 'taken' }]);
    const contactId = await app.contact(owner.workspaceId);
    const sale = { contactId, value: 1, currency: 'EUR', transactionType: 'WON', productName: 'cafe\u0301  plan ' };
    const sold = await send('POST', '/v1/deals', sale);
    expect(sold.body.data).toMatchObject({ productId: body.data.id, productName: 'cafe\u0301  plan ' });
  });

  test('that stay as they are keep their updatedAt', async () => {
    const { body } = await send('POST', path, coaching);
    const { isArchived: _, createdAt: __, updatedAt: ___, ...same } = body.data;
    expect((await send('PUT', path, same)).body.data).toEqual(body.data);
  });

  test('are listed by name, filtered and searched', async () => {
    for (const row of [
      { name: 'Sprint' },
      { name: 'Advisory', description: 'A day on site' },
      { name: 'Old', isArchived: true },
    ])
      await product(app, owner, row);
    expect(await names()).toEqual(['Advisory', 'Old', 'Sprint']);
    expect(await names('isArchived=false')).toEqual(['Advisory', 'Sprint']);
    expect(await names('isArchived=true')).toEqual(['Old']);
    expect(await names('search=SITE%20day')).toEqual(['Advisory']);
    const { body } = await app.get(`${path}?limit=2&cursor=start`, key);
    expect(await names(`cursor=${body.data.nextCursor}`)).toEqual(['Sprint']);
  });

  test.each([
    ['a name in another case', { name: 'cOACHING' }],
    ['the name of an archived product', { name: 'Archive' }],
  ])('%s is taken', async (_, name) => {
    await send('POST', path, coaching);
    await product(app, owner, { name: 'Archive', isArchived: true });
    const expected = {
      status: 400,
      body: refused('name', 'Is the name of another product, which may be archived', 'taken'),
    };
    expect(await send('POST', path, { ...coaching, ...name })).toMatchObject(expected);
    const id = await product(app, owner);
    expect(await send('PUT', path, { id, ...name })).toMatchObject(expected);
  });

  test('of one name, created at once, are one', async () => {
    const both = await Promise.all([
      send('POST', path, coaching),
      send('POST', path, { ...coaching, name: 'COACHING' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await names()).toHaveLength(1);
  });

  test('have names that another workspace has too', async () => {
    await product(app, await app.workspace(), { name: 'Coaching' });
    expect((await send('POST', path, coaching)).status).toBe(201);
  });

  test.each([
    ['name', '', 'Must not be empty', 'too_short'],
    ['name', 'a\nb', 'Must be one line, without control characters', 'invalid_characters'],
    ['price', -1, 'Must be at least 0', 'too_small'],
    ['price', 0.001, 'Must have at most 2 decimals', 'too_precise'],
    ['currency', 'XXY', 'Must be an ISO 4217 code such as USD', 'unknown_value'],
  ])('with %s %j are refused', async (field, value, message, code) => {
    const { status, body } = await send('POST', path, { ...coaching, [field]: value });
    expect({ status, body }).toMatchObject({ status: 400, body: refused(field, message, code) });
  });

  test('are at most 1,000 in a workspace', async () => {
    await app.sql(
      `INSERT INTO "Product" ("workspaceId", "name", "price", "currency") SELECT $1, 'P' || n, 1, 'USD' FROM generate_series(1, 1000) n`,
      [owner.workspaceId],
    );
    const { status, body } = await send('POST', path, coaching);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('A workspace can have at most 1,000 products');
  });
});

describe('the product of a deal', () => {
  let contactId: number;
  let id: number;
  const sale = { value: 10, currency: 'EUR', transactionType: 'WON' };
  beforeEach(async () => {
    contactId = await app.contact(owner.workspaceId);
    id = await product(app, owner, { name: 'Coaching' });
  });
  const sell = async (sold: object) => (await send('POST', '/v1/deals', { contactId, ...sale, ...sold })).body.data;
  const productOf = ({ productId, productName }: { productId: unknown; productName: unknown }) => [
    productId,
    productName,
  ];

  test('gives it its name', async () => {
    expect(productOf(await sell({ productId: id }))).toEqual([id, 'Coaching']);
  });

  test('is linked by its name, in any case, and is none where no product has the name', async () => {
    expect(productOf(await sell({ productName: 'COACHING' }))).toEqual([id, 'COACHING']);
    expect(productOf(await sell({ productName: 'Something else' }))).toEqual([null, 'Something else']);
    expect(productOf(await sell({ productName: 'Coaching', productId: null }))).toEqual([null, 'Coaching']);
    expect(productOf(await sell({}))).toEqual([null, null]);
  });

  test('is linked where an unchanged name is sent once the product exists', async () => {
    const sold = await sell({ productName: 'Sprint' });
    const sprint = await product(app, owner, { name: 'Sprint' });
    const { body } = await send('PUT', '/v1/deals', { id: sold.id, productName: 'Sprint' });
    expect(productOf(body.data)).toEqual([sprint, 'Sprint']);
  });

  test('cannot have another name', async () => {
    const { status, body } = await send('POST', '/v1/deals', {
      contactId,
      ...sale,
      productId: id,
      productName: 'Other',
    });
    const expected = refused('productName', 'Must be the name of the product, Coaching, or be omitted', 'conflict');
    expect({ status, body }).toMatchObject({ status: 400, body: expected });
  });

  test('must be in the workspace', async () => {
    const elsewhere = await product(app, await app.workspace());
    const { status, body } = await send('POST', '/v1/deals', { contactId, ...sale, productId: elsewhere });
    expect([status, body.error ?? body.message]).toEqual([404, expect.anything()]);
  });

  test('changes with either, and an unchanged deal keeps its old name', async () => {
    const sold = await sell({ productName: 'Coaching' });
    const other = await product(app, owner, { name: 'Sprint' });
    const change = async (fields: object) => (await send('PUT', '/v1/deals', { id: sold.id, ...fields })).body.data;
    expect(productOf(await change({ productName: 'sprint' }))).toEqual([other, 'sprint']);
    expect(productOf(await change({ productId: id }))).toEqual([id, 'Coaching']);
    await send('PUT', path, { id, name: 'Coaching 2' });
    expect(productOf(await change({ productId: id, productName: 'Coaching', value: 11 }))).toEqual([id, 'Coaching']);
    expect(productOf(await change({ productName: 'A favor' }))).toEqual([null, 'A favor']);
    expect(productOf(await change({ productId: id }))).toEqual([id, 'Coaching 2']);
    expect(productOf(await change({ productName: null }))).toEqual([null, null]);
  });

  test('is deleted or sold, where both are asked at once', async () => {
    const [removed, sold] = await Promise.all([
      remove(id),
      send('POST', '/v1/deals', { contactId, ...sale, productId: id }),
    ]);
    // Whoever is first decides.
    expect(removed.status).toBe(200);
    expect([removed.body.data.isArchived, sold.status]).toEqual(sold.status === 201 ? [true, 201] : [false, 404]);
  });

  test('is archived where it would be deleted, and stays with the deal', async () => {
    const dealId = await deal(app, owner, { productId: id, productName: 'Coaching' });
    const { body } = await remove(id);
    expect(body.data).toMatchObject({ id, isArchived: true });
    expect((await remove(id)).body).toEqual(body);
    const { body: graph } = await app.graphql(`{ deal(id: ${dealId}) { product { id name isArchived price } } }`, key);
    expect(graph).toEqual({ data: { deal: { product: { id, name: 'Coaching', isArchived: true, price: '100.00' } } } });
  });
});
