import fc from 'fast-check';
import { seededRandom } from '../../../src/demo/random.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { withDecimalTexts } from '../../citus/journey.ts';
import { queryFields, writes } from '../../policy/roots.ts';
import { anyDocument } from '../../support/document-arbitraries.ts';
import { inputs, type Operation, operations } from '../../support/document-inputs.ts';
import { anyOperation } from '../../support/schema-arbitraries.ts';
import type { Answer, Comparison } from './comparison.ts';
import { KnownValues } from './known-values.ts';
import type { Records } from './records.ts';
import { endpointOfWrite, inputOf } from './writes.ts';

/** What ends the credentials of the run, and the log of requests, of which a sample is written. */
const leftOut = /signOut|revokeOtherSessions|revokeSession|removeUser|changePassword|ApiKey|switchWorkspace|requests/;
/** To make a generator costs more than a value. */
const drawnAtOnce = 40;

interface RandomOptions {
  readonly requests: number;
  readonly seed: number;
}

/** Requests of all kinds, writes among them, in an order and with values that follow from the seed. */
export async function askRandomly(comparison: Comparison, records: Records, { requests, seed }: RandomOptions) {
  const random = seededRandom(seed);
  const known = new KnownValues(random, comparison.startedAt);
  const drawn = new Map<string, unknown[]>();
  const draw = <Value>(name: string, make: () => fc.Arbitrary<Value>): Value => {
    const values = drawn.get(name) ?? [];
    const numRuns = drawnAtOnce;
    if (values.length === 0) values.push(...fc.sample(make(), { seed: random.integer(0, 2 ** 31 - 1), numRuns }));
    drawn.set(name, values);
    return values.pop() as Value;
  };
  const inputFor = (operation: Operation) => {
    const kind = random.chance(0.9) ? 'fitting' : 'any';
    return draw(`${kind} ${operation.method} ${operation.path}`, () => inputs(operation, kind));
  };
  const callers = Object.keys(comparison.callers);
  const caller = () => (random.chance(0.7) ? 'OWNER key' : random.chance(0.1) ? undefined : random.pick(callers));
  const reads = operations.filter(({ method }) => method === 'GET');
  const safeWrites = writes.filter(({ field }) => !leftOut.test(field));
  const needsNothing = (name: string) => !queryFields[name]?.args.some(({ type }) => `${type}`.endsWith('!'));
  const rootFields = Object.keys(queryFields).filter((name) => !leftOut.test(name) && needsNothing(name));

  const askOperation = async (kind: 'query' | 'mutation') => {
    const { query, variables } = draw(kind, () => anyOperation(schema, kind));
    if (leftOut.test(query)) return undefined;
    return comparison.graphql(query, {
      variables: known.mixed(variables, Object.keys(variables), 0.5),
      caller: caller(),
    });
  };
  const kinds: Record<string, () => Promise<Answer | undefined>> = {
    query: () => askOperation('query'),
    mutation: () => askOperation('mutation'),
    async document() {
      const { source, variables } = draw('document', () => anyDocument(schema, rootFields));
      return comparison.graphql(source, { variables, caller: caller() });
    },
    async read() {
      const operation = random.pick(reads);
      const input = known.mixed(inputFor(operation), Object.keys(operation.fields), 0.7);
      const few = random.chance(0.15) ? Object.keys(input) : [1, 2].map(() => random.pick(Object.keys(input)));
      const chosen = few.length > 0 ? Object.entries(input).filter(([name]) => few.includes(name)) : [];
      return comparison.rest('GET', operation.path, Object.fromEntries(chosen), { caller: caller() });
    },
    async write() {
      const write = random.pick(safeWrites);
      const { method, path } = endpointOfWrite(write) ?? {};
      const input = await inputOf(write, records);
      const operation = operations.find((each) => each.method === method && each.path === `/v1${path}`);
      if (operation && random.chance(0.6)) {
        const others = known.mixed(inputFor(operation), Object.keys(operation.fields), 0.25);
        for (const name of Object.keys(others)) if (random.chance(0.3)) input[name] = others[name];
      }
      if (operation && random.chance(0.6))
        return comparison.rest(operation.method, operation.path, input, { caller: caller() });
      await comparison.field(write.field, { input: withDecimalTexts(input) }, caller());
      return undefined;
    },
  };
  const end = comparison.asked + requests;
  while (comparison.asked < end) {
    const kind = random.weighted({ read: 40, write: 20, query: 15, mutation: 5, document: 20 });
    const answer = await kinds[kind]?.();
    if (answer && answer.status < 300) known.learn(answer.body);
  }
}
