import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Context as KoaContext } from 'koa';
import { bodyError } from '#src/domain/errors.ts';
import { readJsonText } from '#src/lib/request-body.ts';

const greatestBodyBytes = 1024 * 1024;

/** What a request asks to be executed, read but not looked into: of a GET from its query, of a POST from its JSON. */
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

/** JSON only: a form that a foreign page posts must never run anything. */
async function paramsOfBody(request: IncomingMessage): Promise<unknown> {
  const text = await readJsonText(request, greatestBodyBytes);
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
