import fc from 'fast-check';
import { endpointOf } from '../../../src/graphql/rest-endpoint.ts';
import { storage } from '../../policy/records.ts';
import { lists, queryFields, singles } from '../../policy/roots.ts';
import { inputs, operations } from '../../support/document-inputs.ts';
import { nodesAt, recordRoots, relations, wholeRecord } from '../../support/relations.ts';
import type { Comparison, Question } from './comparison.ts';

/** The log of requests is a sample that is written a second late: it has a question of its own. */
const readLists = Object.entries(lists).filter(([field]) => field !== 'requests');

/** Every list and every single record, by both doors, in the eyes of each of these callers. */
export async function askReads(comparison: Comparison, callers: readonly string[]): Promise<void> {
  for (const caller of callers) {
    for (const [field, { record, paths, args = {} }] of readLists) {
      const few = 'limit' in args ? { ...args, limit: 5 } : args;
      const value = await comparison.field(field, few, caller);
      const inputs = [few, { ...args, limit: 0 }, { ...args, page: 1, nowhere: 1 }];
      for (const input of inputs) await ask(comparison, field, input, caller);
      const [, key] = storage[record].key;
      const ids = paths.flatMap((path) => nodesAt(value, ...path)).map((row) => row?.[key]);
      for (const [single, { argument }] of Object.entries(singles).filter(([, each]) => each.record === record)) {
        for (const id of [ids[0], ids.at(-1), typeof ids[0] === 'string' ? 'none' : 2_000_000_000]) {
          await comparison.field(single, { [argument]: id }, caller);
          await ask(comparison, single, { [argument]: id }, caller);
        }
      }
    }
  }
}

/** A root field as an endpoint of `/v1`, where it is one. */
async function ask(comparison: Comparison, field: string, input: object, caller: string, more?: Partial<Question>) {
  const root = queryFields[field];
  const endpoint = root && endpointOf(root);
  if (endpoint) await comparison.rest(endpoint.method, `/v1${endpoint.path}`, input, { caller, ...more });
}

export async function askRelations(comparison: Comparison, callers: readonly string[]): Promise<void> {
  for (const caller of callers) {
    for (const { from, field, to, isPaged } of relations) {
      const page = isPaged ? '(limit: 5)' : '';
      const inner = recordRoots[from]?.root(`id ${field}${page} { ${wholeRecord(to)} }`) ?? '';
      await comparison.graphql(`{ ${inner.replaceAll('limit: 100', 'limit: 5')} }`, { caller });
    }
  }
}

/** Each parameter of each GET alone: every choice it has, values that fit, and values that do not. */
export async function askParameters(comparison: Comparison, seed: number): Promise<void> {
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    for (const [name, schema] of Object.entries(operation.fields)) {
      const alone = { ...operation, fields: { [name]: schema } };
      const { enum: choices = [], items } = schema as { enum?: unknown[]; items?: { enum?: unknown[] } };
      const required = operation.fields.objectType && { objectType: 'CONTACT' };
      const values = [...choices, ...(items?.enum ?? [])].map((value) => ({ [name]: value }));
      const sample = (kind: 'fitting' | 'any') => fc.sample(inputs(alone, kind), { seed, numRuns: 4 });
      for (const input of [...values, ...sample('fitting'), ...sample('any')]) {
        await comparison.rest('GET', operation.path, { ...required, limit: 3, ...input }, { caller: 'OWNER key' });
      }
    }
  }
}

/** Each list from its start to its end by the cursors that its answers hold, in each order. */
export async function askCursors(comparison: Comparison, caller: string): Promise<void> {
  for (const { path, fields } of operations.filter(({ method, fields }) => method === 'GET' && fields.cursor)) {
    const columns = (fields.orderColumn as { enum?: string[] } | undefined)?.enum ?? [undefined];
    for (const orderColumn of columns) {
      for (const orderBy of fields.orderBy ? ['asc', 'desc'] : [undefined]) {
        const order = Object.entries({ orderColumn, orderBy, objectType: fields.objectType && 'CONTACT' });
        const input = Object.fromEntries(order.filter(([, value]) => value !== undefined));
        let cursor: string | null | undefined = 'start';
        for (let page = 0; cursor && page < 4; page++) {
          const { body } = await comparison.rest('GET', path, { ...input, limit: 7, cursor }, { caller });
          cursor = body.data?.nextCursor ?? body.nextCursor;
        }
      }
    }
  }
}

/** What is left of the limit of each endpoint, which each has by itself. */
export async function askCharges(comparison: Comparison): Promise<void> {
  await comparison.inOneWindow(async () => {
    for (const [field, { args = {} }] of readLists) await ask(comparison, field, args, 'OWNER key', { isExact: true });
  });
}

/** The requests of a new key, once they are written. */
export async function askRequestLog(comparison: Comparison): Promise<void> {
  const input = { name: 'Logged', scopes: ['contacts:read'] };
  const { secret, apiKey } = await comparison.field('createApiKey', { input }, 'OWNER session');
  for (const path of ['contacts', 'contacts?limit=0', 'deals', 'nowhere', 'contacts/detail?contactId=0']) {
    await comparison.ask({ path: `/v1/${path}`, caller: secret });
  }
  await comparison.field('contacts', {}, secret);
  for (let time = 0; time < 2; time++) await comparison.pause();
  const filters = [{}, { status: ['4xx'] }, { status: ['200', '403'] }, { route: '/v1/deals' }, { from: '2030-01-01' }];
  for (const filter of [...filters, { status: ['x'] }]) {
    await comparison.field('requests', { apiKeyId: apiKey.id, limit: 100, ...filter }, 'OWNER session');
  }
}
