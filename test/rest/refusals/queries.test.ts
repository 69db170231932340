import { expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { type Operation, operations } from '../../support/document-inputs.ts';
import { detailsWith } from '../../support/errors.ts';
import { boundParameters, rightParameter, wrongParameters } from '../../support/wrong-parameters.ts';

const app = await useApp({ production: true });
const key = await app.apiKey(await app.workspace());

/** What a request needs beside the parameter that is wrong. */
const beside: Readonly<Record<string, string>> = { 'GET /v1/fields/objects': 'objectType=CONTACT' };

const reads = operations
  .filter(({ method, fields }) => (method === 'GET' || method === 'DELETE') && Object.keys(fields).length > 0)
  // Cursors have tests of their own.
  .map(({ fields: { cursor: _, ...fields }, ...operation }) => ({ ...operation, fields }));

/** The query of these parameters, with what the endpoint needs beside them. */
function queryOf({ method, path }: Operation, parameters: readonly (readonly [name: string, text: string])[]): string {
  const given = beside[`${method} ${path}`];
  const isNamed = parameters.some(([name]) => given?.startsWith(`${name}=`));
  return [...parameters.map(([name, text]) => `${name}=${text}`), ...(given && !isNamed ? [given] : [])].join('&');
}

type Wrong = readonly [name: string, text: string, messages: readonly string[]];

/** Wrong texts in rounds, each of which has one of each parameter at the most; a long text has a round of its own. */
function roundsOf({ fields, required }: Operation): Wrong[][] {
  const long: Wrong[][] = [];
  const rounds: Wrong[][] = [];
  for (const [name, schema] of Object.entries(fields)) {
    const right = rightParameter(name, schema.items ?? schema);
    const encodedName = name.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const twice = [`${right}&${name}=${right}`, `&x=1&${encodedName}=2`].map((text) => [text, ['Must be given once']]);
    const all = [...(twice as [string, string[]][]), ...wrongParameters(name, schema)];
    const texts = all.map(([text, messages]): Wrong => [name, text, messages]);
    long.push(...texts.filter(([, text]) => text.length > 100).map((each) => [each]));
    for (const [index, each] of texts.filter(([, text]) => text.length <= 100).entries())
      rounds[index] = [...(rounds[index] ?? []), each];
  }
  return [...rounds, ...long].filter((round) => required.every((name) => round.some(([each]) => each === name)));
}

async function refuses(operation: Operation, query: string, fieldErrors: Record<string, string[]>): Promise<void> {
  const { method, path } = operation;
  const { status, body } = await app.request(`${path}?${query}`, { method, headers: bearer(key) });
  const { formErrors } = body.message?.details ?? body.details;
  const details = detailsWith({ formErrors, fieldErrors });
  const variantB = { message: Object.values(fieldErrors)[0]?.[0], details };
  const variantA = { message: { status: 400, details, endpoint: path, method } };
  expect({ query, status, body }).toEqual({ query, status: 400, body: body.details ? variantB : variantA });
}

test.each(reads)('$method $path refuses what each parameter must not be, by its name', async (operation) => {
  for (const round of roundsOf(operation)) {
    const parameters = round.map(([name, text]) => [name, text] as const);
    const fieldErrors = Object.fromEntries(round.map(([name, , messages]) => [name, [...messages]]));
    await refuses(operation, queryOf(operation, parameters), fieldErrors);
  }
  const { required } = operation;
  if (required.length > 0)
    await refuses(operation, '', Object.fromEntries(required.map((name) => [name, ['Is required']])));
});

test.each(reads.filter(({ method }) => method === 'GET'))(
  '$method $path accepts each parameter up to its bounds',
  async (operation) => {
    for (const [name, schema] of Object.entries(operation.fields)) {
      for (const text of boundParameters(name, schema)) {
        const { status } = await app.get(`${operation.path}?${queryOf(operation, [[name, text]])}`, key);
        expect([name, text, [200, 404].includes(status)]).toEqual([name, text, true]);
      }
    }
  },
);

test.each(operations.filter(({ fields }) => fields.page && fields.limit))(
  '$method $path names every wrong parameter at once, and ignores what it does not know',
  async ({ path }) => {
    const lacks: Record<string, string[]> = path.endsWith('/objects') ? { objectType: ['Is required'] } : {};
    const { status, body } = await app.get(`${path}?page=x&limit=0&unknown=%ff&Page=-1`, key);
    const fieldErrors = { page: ['Must be an integer'], limit: ['Must be at least 1'], ...lacks };
    expect([status, body.message.details]).toEqual([400, detailsWith({ fieldErrors })]);
    const given = path.endsWith('/objects') ? 'objectType=CONTACT' : '';
    expect((await app.get(`${path}?${given}&Page=-1&x=%ff&%ff=1&limit[]=a&&=1`, key)).status).toBe(200);
  },
);
