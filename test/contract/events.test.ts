import { expect, test } from 'vitest';
import { allWebhookKinds, testKind } from '#src/domain/webhooks/kinds.ts';
import { expectEventToFit, openApi } from '../support/fits-document.ts';

const eventKinds = [...allWebhookKinds, testKind];

const example = (kind: string) =>
  openApi.webhooks[kind]?.post.requestBody.content['application/json']?.example as Record<string, unknown>;

test('the document has every kind of event', () => {
  expect(Object.keys(openApi.webhooks)).toEqual(eventKinds);
});

test.each(eventKinds)('the printed example of %s is one', (kind) => {
  expect(example(kind).type).toBe(kind);
  expectEventToFit(example(kind));
});

test.each([
  ['another kind', { type: 'deal.created' }],
  ['a number as id', { id: 42 }],
  ['no sequence', { sequence: undefined }],
  ['a field more', { more: 1 }],
  ['another record', { data: example('deal.created').data }],
  ['a value in the form of GraphQL', { data: { ...(example('contact.updated').data as object), id: '42' } }],
  ['no earlier values', { previous: null }],
  ['earlier values of nothing', { previous: {} }],
  ['an earlier value that is no field', { previous: { previousTag: 'a' } }],
])('an event with %s is none', (_, change) => {
  const event = JSON.parse(JSON.stringify({ ...example('contact.updated'), ...change }));
  expect(() => expectEventToFit(event)).toThrow();
});
