import { benchWorkspace } from '../environment/workspaces.ts';
import { wireRequest } from '../load/request.ts';
import { ownAddresses, type Row, type Scene } from './attack.ts';
import type { HeldOrder } from './held-connections.ts';
import { childAttack } from './processes.ts';

const idle = 10_000;
const slow = 1_000;
const addresses = 250;
/** More than the receive buffer of a client that reads nothing. */
const largeAnswer = '/v1/eventCalls?limit=100';

function held({ port, stack }: Scene, order: Omit<HeldOrder, 'port' | 'addresses'>) {
  const all: HeldOrder = { ...order, port, addresses: ownAddresses(addresses) };
  return childAttack(stack, 'held-connections.ts', all, 'when ready');
}

/** Rows of connections that are there, and get on slowly or not at all. */
export const connectionRows: readonly Row[] = [
  {
    name: 'idle-connections',
    title: `${idle.toLocaleString('en')} idle keep-alive connections, each after one request`,
    prepare: async (scene) => {
      const head = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
      return held(scene, { kind: 'idle', connections: idle, perSecond: 2_000, head });
    },
  },
  {
    name: 'slow-readers',
    title: `${slow.toLocaleString('en')} clients who each ask for 100 calls and read nothing of the answer`,
    async prepare(scene) {
      const { key } = await benchWorkspace(scene.database, 100_000);
      const head = wireRequest({ path: largeAnswer, key });
      return held(scene, { kind: 'reader', connections: slow, perSecond: 50, head });
    },
  },
  {
    name: 'slow-writers',
    title: `${slow.toLocaleString('en')} strangers who send a document, a byte a second each`,
    async prepare(scene) {
      const body = JSON.stringify({ query: `{ __typename }${' '.repeat(1_000)}` });
      const type = 'Content-Type: application/json\r\n';
      const head = `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}Content-Length: ${body.length}\r\n\r\n`;
      return held(scene, { kind: 'writer', connections: slow, perSecond: 500, head, body });
    },
  },
];
