import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Context as KoaContext } from 'koa';
import { bodyError } from '#src/domain/errors.ts';
import { readJsonText } from '#src/lib/request-body.ts';

const maxBodyBytes = 1024 * 1024;

/** The unvalidated parameters of a request: from the query of a GET, or from the JSON of a POST. */
export async function readParams(koa: KoaContext): Promise<unknown> {
  return koa.method === 'GET' ? paramsOfQuery(koa.querystring) : paramsOfBody(koa.req);
}

function paramsOfQuery(querystring: string): object {
  const search = new URLSearchParams(querystring);
  const json = (name: string) => {
    const text = search.get(name);
    return text ? parsed(text, 'variables and extensions must be JSON') : undefined;
  };
  return {
    query: search.get('query') || undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

/** JSON only: a page of another origin can post a form without a preflight. */
async function paramsOfBody(request: IncomingMessage): Promise<unknown> {
  const text = await readJsonText(request, maxBodyBytes);
  if (typeof text === 'string') return parsed(text, 'Request body must be valid JSON');
  throw bodyError(text.problem);
}

function parsed(json: string, message: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
  }
}

/** In our order of preference, for clients that accept both equally. */
const responseTypes = ['application/json', 'application/graphql-response+json'] as const;

export type ResponseType = (typeof responseTypes)[number];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The media type of a response to a request with this `Accept`: the type of GraphQL over HTTP with the highest quality,
 * or the first of them if they are equal. Undefined if the client accepts neither.
 */
export function responseTypeFor(accept: string | undefined): ResponseType | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return responseTypes[0];
  const ranges = accept.split(',').flatMap(rangeIn);
  const [best] = responseTypes
    .map((type) => ({ type, index: indexOfRange(ranges, type) }))
    .map(({ type, index }) => ({ type, index, quality: ranges[index]?.quality ?? 0 }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.index - other.index);
  return best?.type;
}

/** Responses are UTF-8: a range with another charset matches nothing. */
function rangeIn(text: string): Range[] {
  const [type = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const values = new Map(parameters.map((part) => [part.split('=')[0]?.trim(), part.split('=')[1]?.trim()]));
  const charset = values.get('charset');
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) return [];
  const quality = Number(values.get('q') ?? 1);
  return [{ type, quality: Number.isNaN(quality) ? 0 : quality }];
}

/** The index of the most specific range that matches the type. */
function indexOfRange(ranges: readonly Range[], type: ResponseType): number {
  const bySpecificity = [type, 'application/*', '*/*'];
  const index = bySpecificity
    .map((each) => ranges.findIndex((range) => range.type === each))
    .find((found) => found !== -1);
  return index ?? -1;
}
