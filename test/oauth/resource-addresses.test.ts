import { expect, test } from 'vitest';
import { resourceProblem } from '#src/oauth/metadata.ts';

const baseUrl = 'https://api.example.com';

test.each([
  [[], true],
  [[''], true],
  [[baseUrl], true],
  [[`${baseUrl}/`], true],
  [[`${baseUrl}/v1`], true],
  [[`${baseUrl}/graphql/?a=1`], true],
  [[baseUrl, `${baseUrl}/v1`], true],
  [[`${baseUrl}/v2`], false],
  [[`${baseUrl}/v1/contacts`], false],
  [[`${baseUrl}#part`], false],
  [[`${baseUrl}/v1#`], false],
  [['https://user@api.example.com'], false],
  [['https://:secret@api.example.com'], false],
  [['http://api.example.com'], false],
  [['https://api.example.com:8443'], false],
  [['https://api.example.com.evil.test'], false],
  [['no address'], false],
  [[baseUrl, 'https://other.example.com'], false],
])('tokens for %j are those of this API: %s', (resources, isOurs) => {
  expect(resourceProblem(resources, { baseUrl }) === undefined).toBe(isOurs);
});
