import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { maxDays } from './open-events.ts';

/** A limit by the second lets the next try pass. */
const pauseMs = 1_100;

/** Sends the bytes of one request, with the Host that they name: behind HAProxy the port is not that of a node. */
export async function answerTo(port: number, wire: string): Promise<{ status: number; text: string }> {
  const [head = '', body] = wire.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const sent = lines.filter((each) => !/^content-length:/i.test(each)).map((each) => each.split(': '));
  const headers = Object.fromEntries(sent) as Record<string, string>;
  const response = await request(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) });
  return { status: response.statusCode, text: await response.body.text() };
}

/** Why the server does not answer the request with what it asks for; undefined where it does. */
async function refusalOf(port: number, wire: string): Promise<string | undefined> {
  const { status, text } = await answerTo(port, wire);
  return status === 200 && !text.startsWith('{"errors":') ? undefined : `${status} ${text.slice(0, 300)}`;
}

/** The first of the requests that is answered. The others are refused, for what they ask is too much. */
export async function firstAnswered(port: number, requests: readonly string[]): Promise<string> {
  let refusal: string | undefined;
  for (const wire of requests) {
    refusal = await refusalOf(port, wire);
    if (refusal === undefined) return wire;
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
