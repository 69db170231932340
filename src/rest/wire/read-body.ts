import type { IncomingMessage } from 'node:http';
import { bodyError, validationError } from '#src/domain/errors.ts';
import { readJsonText } from '#src/lib/request-body.ts';

const defaultMaxBytes = 1024 * 1024;

/** The JSON object of a request's body. Throws the domain error for a wrong type, a body too large, or no JSON object. */
export async function readJsonBody(request: IncomingMessage, maxBytes = defaultMaxBytes): Promise<object> {
  const text = await readJsonText(request, maxBytes);
  if (typeof text === 'string') return parseObject(text);
  throw bodyError(text.problem);
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw validationError({}, ['Request body must be valid JSON']);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw validationError({}, ['Request body must be a JSON object']);
}
