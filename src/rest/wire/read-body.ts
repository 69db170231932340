import type { IncomingMessage } from 'node:http';
import { DomainError, validationError } from '#src/domain/errors.ts';
import { readText } from '#src/lib/request-body.ts';

export const greatestBodyBytes = 1024 * 1024;

/** The JSON object of a request's body. Throws the domain error for a wrong type, a body too large, or no JSON object. */
export async function readJsonBody(request: IncomingMessage, greatestBytes = greatestBodyBytes): Promise<object> {
  if (!isJson(request.headers['content-type'])) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const text = await readText(request, greatestBytes);
  if (typeof text === 'string') return parseObject(text);
  if (text.problem === 'too large') throw new DomainError('PAYLOAD_TOO_LARGE');
  throw validationError({}, [
    text.problem === 'not UTF-8' ? 'Request body must be UTF-8' : 'Request body must be whole',
  ]);
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
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
