import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bodyError } from '#src/domain/errors.ts';
import { formOf, maxFormBytes, maxFormPairs, mediaTypeOf } from '#src/lib/network/form-body.ts';
import { type BodyProblem, readText } from '#src/lib/network/request-body.ts';
import { type OAuthRefusal, refusal } from './errors.ts';
import type { TokenText } from './unit-of-work.ts';
import { revocationParameters, tokenParameters, unknownParametersText } from './unknown-parameters.ts';

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

/** The members that are read from a JSON body; others are ignored, unless the request asks for strict handling. */
const parameters: ReadonlySet<string> = new Set([...tokenParameters, ...revocationParameters]);

/**
 * The body as a form, which the provider reads: common OAuth clients send forms, others JSON. With `known`, the parameters of
 * the endpoint, all others are refused.
 */
export async function readForm(
  request: IncomingMessage,
  known?: readonly string[],
): Promise<URLSearchParams | OAuthRefusal> {
  const text = await readText(request, maxFormBytes);
  if (typeof text !== 'string') return unreadable(text.problem);
  switch (mediaTypeOf(request)) {
    case 'application/x-www-form-urlencoded': {
      const form = formOf(text);
      return 'problem' in form ? unreadable(form.problem) : (refuseUnknown(form.keys(), known) ?? form);
    }
    case 'application/json':
      return formOfJson(text, known);
    case '':
      if (text === '') return new URLSearchParams();
  }
  return refusal(415, 'invalid_request', 'Content-Type must be application/json or application/x-www-form-urlencoded');
}

function unreadable(problem: BodyProblem): OAuthRefusal {
  const { status, message, details } = bodyError(problem);
  return refusal(status, 'invalid_request', details?.formErrors[0] ?? message);
}

function refuseUnknown(names: Iterable<string>, known: readonly string[] | undefined): OAuthRefusal | undefined {
  const text = known && unknownParametersText(names, known);
  return text === undefined ? undefined : refusal(400, 'invalid_request', text);
}

function formOfJson(text: string, known: readonly string[] | undefined): URLSearchParams | OAuthRefusal {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    return refusal(400, 'invalid_request', 'Request body must be valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refusal(400, 'invalid_request', 'Request body must be a JSON object');
  }
  const unknown = refuseUnknown(Object.keys(value), known);
  if (unknown) return unknown;
  const members = Object.entries(value).filter(([name, each]) => parameters.has(name) && each !== null);
  // RFC 8707, 2: `resource` may be repeated, which in JSON is a list.
  const values = members.flatMap(([name, each]): [string, unknown][] =>
    name === 'resource' && Array.isArray(each) ? each.map((item) => [name, item]) : [[name, each]],
  );
  if (values.length > maxFormPairs) return unreadable('too many pairs');
  const wrong = values.find(([, each]) => typeof each !== 'string');
  return wrong
    ? refusal(400, 'invalid_request', `${wrong[0]} must be a string`)
    : new URLSearchParams(values as [string, string][]);
}
