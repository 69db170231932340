import path from 'node:path';
import { startServerProcess } from '../bench/environment/server-process.ts';
import { type Answer, bearer, send } from '../support/app.ts';
import { expectToFit } from '../support/fits-document.ts';

const main = path.join(import.meta.dirname, '../../src/main.ts');

/** A server process. */
export interface Node {
  readonly url: string;
  get(path: string, key: string): Promise<Answer>;
  send(method: string, path: string, body: object, key: string, headers?: Record<string, string>): Promise<Answer>;
  graphql(query: string, key?: string, variables?: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** Responses of `/v1` are checked against the document. */
export async function startNode(env: Readonly<Record<string, string>>): Promise<Node> {
  const server = await startServerProcess({ name: 'slotline', script: main, applicationName: 'slotline', env });
  const url = `http://127.0.0.1:${server.port}`;
  const fetchChecked = async (method: string, path: string, init: RequestInit) => {
    const answer = await send(`${url}${path}`, { ...init, method });
    expectToFit(method, path, answer);
    return answer;
  };
  const json = { 'content-type': 'application/json' };
  return {
    url,
    get: (path, key) => fetchChecked('GET', path, { headers: bearer(key) }),
    send: (method, path, body, key, headers = {}) =>
      fetchChecked(method, path, { headers: { ...bearer(key), ...json, ...headers }, body: JSON.stringify(body) }),
    graphql: (query, key, variables) =>
      send(`${url}/graphql`, {
        ...{ method: 'POST', headers: { ...bearer(key), ...json } },
        body: JSON.stringify({ query, variables }),
      }),
    stop: () => server.stop(),
  };
}
