import { endpointOf } from '../../../src/graphql/rest-endpoint.ts';
import { withDecimalTexts } from '../../citus/journey.ts';
import { mutationFields, writes } from '../../policy/roots.ts';
import type { Comparison, Question } from './comparison.ts';
import type { Records } from './records.ts';

export type Write = (typeof writes)[number];

export async function inputOf({ target, input }: Write, records: Records): Promise<Record<string, unknown>> {
  return { ...(await input(target ? await records.next(target) : {}, records.place)) };
}

export function endpointOfWrite({ field }: Write) {
  const mutation = mutationFields[field];
  return mutation && endpointOf(mutation);
}

/** Each mutation by GraphQL and, with an input of its own, by `/v1`, by members who may and by callers who may not. */
export async function askWrites(comparison: Comparison, records: Records): Promise<void> {
  const creations = writes.filter(({ field }) => field.startsWith('create'));
  for (let time = 0; time < 3; time++)
    for (const write of creations) await ask(comparison, records, write, 'OWNER session');
  for (const caller of [
    'OWNER session',
    'OWNER key',
    'CLOSER session',
    'SETTER key',
    'key for contacts',
    'key elsewhere',
  ])
    for (const write of writes) {
      await ask(comparison, records, write, caller);
      const endpoint = endpointOfWrite(write);
      if (!endpoint) continue;
      const rest = (input: object, more: Partial<Question> = {}) =>
        comparison.rest(endpoint.method, `/v1${endpoint.path}`, input, { caller, ...more });
      await rest(await inputOf(write, records));
      await rest({});
      if (!endpoint.idempotent) continue;
      const input = await inputOf(write, records);
      const headers = { 'idempotency-key': `${write.field}-by-${caller}`.replaceAll(' ', '-') };
      for (const each of [input, input, { ...input, tag: 'another' }]) await rest(each, { headers });
    }
}

async function ask(comparison: Comparison, records: Records, write: Write, caller: string): Promise<void> {
  await comparison.field(write.field, { input: withDecimalTexts(await inputOf(write, records)) }, caller);
}
