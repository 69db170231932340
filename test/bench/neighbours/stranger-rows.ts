import { getIntrospectionQuery } from 'graphql';
import { generateApiKey } from '../../../src/domain/principal/credentials.ts';
import { wireDocument, wireRequest } from '../load/request.ts';
import { ownAddresses, type Row, type Scene } from './attack.ts';
import { callers } from './processes.ts';
import { path } from './quiet-workspaces.ts';

const keyCallers = 100;
const signInCallers = 20;
const introspectingCallers = 20;
const goneCallers = 50;
/** How many requests a caller sends at once. */
const pipelined = 100;
/** More than are sent in the time, so that none comes twice. */
const distinct = 30_000;

function unknownKeys(): string[] {
  return Array.from({ length: distinct }, () => wireRequest({ path, key: generateApiKey() }));
}

const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';

function wrongPassword(account: string | number): string {
  const input = { email: `neighbour-${account}@example.com`, password: 'not the password' };
  return wireDocument({ query: signIn, variables: { input } });
}

const addressesIf = (isSpread: boolean, count: number) => isSpread && { addresses: ownAddresses(count) };

function keyAttack({ port, stack }: Scene, isSpread: boolean) {
  const spread = addressesIf(isSpread, keyCallers);
  return callers(stack, { port, requests: unknownKeys(), callers: keyCallers, ...spread });
}

/** Rows of who has no credential that counts. */
export const strangerRows: readonly Row[] = [
  {
    name: 'unknown-keys',
    title: `${keyCallers} callers with API keys that nobody has, at the neighbour's address`,
    prepare: async (scene) => keyAttack(scene, false),
  },
  {
    name: 'unknown-keys-spread',
    title: 'the same, each caller with an address',
    prepare: async (scene) => keyAttack(scene, true),
  },
  {
    name: 'sign-in',
    title: `${signInCallers} strangers at one address, who try passwords of one account`,
    prepare: async ({ port, stack }) =>
      callers(stack, { port, requests: [wrongPassword(1)], callers: signInCallers, addresses: ownAddresses(1) }),
  },
  {
    name: 'sign-in-spread',
    title: 'the same, each with an address, each time at another account',
    prepare: async ({ port, stack }) => {
      const requests = Array.from({ length: distinct }, (_, number) => wrongPassword(number));
      return callers(stack, { port, requests, callers: signInCallers, addresses: ownAddresses(signInCallers) });
    },
  },
  {
    name: 'introspection-spread',
    title: `${introspectingCallers} strangers who ask for the whole schema, each with an address`,
    prepare: async ({ port, stack }) => {
      const requests = [wireDocument({ query: getIntrospectionQuery() })];
      const addresses = ownAddresses(introspectingCallers);
      return callers(stack, { port, requests, callers: introspectingCallers, addresses });
    },
  },
  {
    name: 'pipelined',
    title: `${goneCallers} strangers who ask for the OpenAPI document ${pipelined} times at once, and go away`,
    prepare: async ({ port, stack }) => {
      const requests = ['GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(pipelined)];
      const addresses = ownAddresses(goneCallers);
      return callers(stack, { port, requests, callers: goneCallers, addresses, goneAfterMs: 200 });
    },
  },
];
