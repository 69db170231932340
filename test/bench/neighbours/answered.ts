import { setTimeout as pause } from 'node:timers/promises';
import { maxDays } from './open-events.ts';

/** A limit by the second lets the next try pass. */
const pauseMs = 1_100;

/** Why the server does not answer the request with what it asks for; undefined where it does. */
async function refusalOf(port: number, request: string): Promise<string | undefined> {
  const [head = '', body] = request.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = lines.filter((each) => !/^(?:host|content-length):/i.test(each)).map((each) => each.split(': '));
  const init = { method, headers: headers as [string, string][], ...(body && { body }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const text = await response.text();
  if (response.status === 200 && !text.startsWith('{"errors":')) return undefined;
  return `${response.status} ${text.slice(0, 300)}`;
}

/** The first of the requests that is answered. The others are refused, for what they ask is too much. */
export async function firstAnswered(port: number, requests: readonly string[]): Promise<string> {
  let refusal: string | undefined;
  for (const request of requests) {
    refusal = await refusalOf(port, request);
    if (refusal === undefined) return request;
    await pause(pauseMs);
  }
  throw new Error(`The server refuses all ${requests.length} sizes of the request, the smallest with ${refusal}`);
}

/** The request of the largest range of dates that is answered, found by halving the days. */
export function largestAnswered(port: number, requestOf: (days: number) => string): Promise<string> {
  return firstAnswered(port, halvedDays.map(requestOf));
}

export const halvedDays: readonly number[] = Array.from({ length: Math.floor(Math.log2(maxDays)) + 1 }, (_, times) =>
  Math.floor(maxDays / 2 ** times),
);
