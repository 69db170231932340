import { expect, test } from 'vitest';
import { responseTypeFor } from '#src/http/graphql-endpoint.ts';

const json = 'application/json';
const graphql = 'application/graphql-response+json';

test.each<[string | undefined, string | undefined]>([
  [undefined, json],
  ['', json],
  ['*/*', json],
  ['application/*', json],
  [json, json],
  [graphql, graphql],
  ['Application/JSON', json],
  [`${json}; charset=utf-8`, json],
  [`${json}; charset="UTF-8"`, json],
  [`${json}; charset=latin1`, undefined],
  [`${graphql}, ${json}`, graphql],
  [`${json}, ${graphql}`, json],
  [`${json};q=0.5, ${graphql};q=0.9`, graphql],
  [`${graphql};q=0.5, ${json}`, json],
  [`${graphql}, */*;q=0.1`, graphql],
  [`${json};q=0, */*`, graphql],
  [`${json};q=0, ${graphql};q=0, */*`, undefined],
  ['text/event-stream', undefined],
  ['multipart/mixed', undefined],
  [`text/event-stream, ${graphql};q=0.1`, graphql],
  [`${graphql}, application/graphql+json, ${json}, text/event-stream, multipart/mixed`, graphql],
  ['text/html, image/*', undefined],
  [`${json};q=x`, undefined],
  [`${json}; ;, ,;`, json],
])('Accept: %s is answered with %s', (accept, type) => {
  expect(responseTypeFor(accept)).toBe(type);
});
