import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bodyError } from '#src/domain/errors.ts';
import { readText } from '#src/lib/network/request-body.ts';
import { type OAuthRefusal, refusal } from './errors.ts';
import type { TokenText } from './unit-of-work.ts';

/** The client that a request names, in its header or its form. */
export function claimedClient({ authorization = '' }: IncomingHttpHeaders, form: URLSearchParams): string {
  const [, basic] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (basic === undefined) return form.get('client_id') ?? '';
  const [id = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  // RFC 6749, 2.3.1: the id in the header is form-encoded.
  return new URLSearchParams(`x=${id.replaceAll('&', '%26')}`).get('x') ?? '';
}

/** The code or refresh token that a request for tokens exchanges. */
export function exchangedToken(form: URLSearchParams): TokenText | undefined {
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return { kind: 'AUTHORIZATION_CODE', token: form.get('code') ?? '' };
    case 'refresh_token':
      return { kind: 'REFRESH', token: form.get('refresh_token') ?? '' };
  }
  return undefined;
}

const maxBodyBytes = 64 * 1024;

/** The members that are read from a JSON body; others are ignored. */
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
  'resource',
];

/** The body as a form, which is what the provider reads: common OAuth clients send forms, others JSON. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | OAuthRefusal> {
  const text = await readText(request, maxBodyBytes);
  if (typeof text !== 'string') {
    const { status, message, details } = bodyError(text.problem);
    return refusal(status, 'invalid_request', details?.formErrors[0] ?? message);
  }
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  switch (mediaType.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(text);
    case 'application/json':
      return formOfJson(text);
    case '':
      if (text === '') return new URLSearchParams();
  }
  return refusal(415, 'invalid_request', 'Content-Type must be application/json or application/x-www-form-urlencoded');
}

function formOfJson(text: string): URLSearchParams | OAuthRefusal {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    return refusal(400, 'invalid_request', 'Request body must be valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refusal(400, 'invalid_request', 'Request body must be a JSON object');
  }
  const members = Object.entries(value).filter(([name, each]) => parameters.includes(name) && each !== null);
  // RFC 8707, 2: `resource` may be repeated, which in JSON is a list.
  const values = members.flatMap(([name, each]): [string, unknown][] =>
    name === 'resource' && Array.isArray(each) ? each.map((item) => [name, item]) : [[name, each]],
  );
  const wrong = values.find(([, each]) => typeof each !== 'string');
  return wrong
    ? refusal(400, 'invalid_request', `${wrong[0]} must be a string`)
    : new URLSearchParams(values as [string, string][]);
}
