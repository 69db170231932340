import type { IncomingMessage } from 'node:http';
import { bodyError } from '#src/domain/errors.ts';
import { type BodyProblem, readText } from '#src/lib/request-body.ts';
import { type OAuthRefusal, refusal } from './errors.ts';

const greatestBodyBytes = 64 * 1024;

/** What is read of a body; anything else in it is ignored. */
const parameters = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
  'client_id',
  'client_secret',
];

/** The body as a form, which is what the library reads: stock OAuth clients send forms, others JSON. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | OAuthRefusal> {
  const text = await readText(request, greatestBodyBytes);
  if (typeof text !== 'string') return unreadable(text.problem);
  switch (mediaType(request.headers['content-type'])) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(text);
    case 'application/json':
      return formOf(text);
    case '':
      if (text === '') return new URLSearchParams();
  }
  return refusal(415, 'invalid_request', 'Content-Type must be application/json or application/x-www-form-urlencoded');
}

function mediaType(contentType = ''): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

function unreadable(problem: BodyProblem): OAuthRefusal {
  const { status, message, details } = bodyError(problem);
  return refusal(status, 'invalid_request', details?.formErrors[0] ?? message);
}

function formOf(text: string): URLSearchParams | OAuthRefusal {
  const value = parsed(text);
  if (value === undefined) return refusal(400, 'invalid_request', 'Request body must be valid JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refusal(400, 'invalid_request', 'Request body must be a JSON object');
  }
  const given = Object.entries(value).filter(([name, each]) => parameters.includes(name) && each !== null);
  const wrong = given.find(([, each]) => typeof each !== 'string');
  return wrong ? refusal(400, 'invalid_request', `${wrong[0]} must be a string`) : new URLSearchParams(given);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
