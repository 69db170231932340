import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cache, Data, ResolveInfo } from '@urql/exchange-graphcache';
import {
  buildSchema,
  type DocumentNode,
  getNamedType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect, test } from 'vitest';
import { cacheRules } from '#src/web/app/cache-rules.ts';

const root = path.join(import.meta.dirname, '../../..');
const schema = buildSchema(readFileSync(path.join(root, 'schema/schema.graphql'), 'utf8'));
const web = path.join(root, 'src/web');
const documents = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .map((name) => parse(readFileSync(path.join(web, name), 'utf8')));

/** Those whose answers have all that they change, and those after which the page is left or nothing shown is different. */
const changesNoList = [
  'createPasswordResetLink',
  'dismissPasswordLinkNotice',
  'requestOAuthClientApproval',
  'resendWebhookDelivery',
  'revokeApiKey',
  'rotateOAuthClientSecret',
  'rotateWebhookSecret',
  'signOut',
  'updateOAuthClient',
];

test('the cache knows each type that the application reads and that has no id, and no other', () => {
  const withoutId = new Set<string>();
  for (const { type } of documents.flatMap(fieldsOf)) if (type && !hasId(type)) withoutId.add(type);
  expect(Object.keys(cacheRules.keys ?? {}).sort()).toEqual([...withoutId].sort());
});

test('for each mutation it is said which lists it changes, or that it changes none', () => {
  const used = documents.flatMap(fieldsOf).filter(({ parent }) => parent === 'Mutation');
  const known = [...Object.keys(cacheRules.updates?.Mutation ?? {}), ...changesNoList];
  expect(known.sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
});

/** The queries that a mutation with this result takes from a cache which has one of each list. */
function forgottenAfter(mutation: string, result: object | null): string[] {
  const lists = [
    'apiKeys',
    'connections',
    'eventCalls',
    'invitations',
    'oauthClients',
    'sessions',
    'users',
    'webhooks',
  ];
  const forgotten: string[] = [];
  const cache = {
    inspectFields: () => lists.map((fieldName) => ({ fieldName, fieldKey: `${fieldName}(key)` })),
    invalidate: (_: string, key: string) => forgotten.push(key),
  };
  const update = cacheRules.updates?.Mutation?.[mutation];
  update?.({ [mutation]: result } as Data, {}, cache as unknown as Cache, {} as ResolveInfo);
  return forgotten.map((key) => key.replace('(key)', ''));
}

test.each([
  ['deleteOAuthClient', ['connections', 'oauthClients']],
  ['revokeConnection', ['connections', 'oauthClients', 'webhooks']],
  ['revokeAllConnections', ['connections', 'oauthClients', 'webhooks']],
  ['removeUser', ['apiKeys', 'eventCalls', 'invitations', 'oauthClients', 'users']],
])('%s takes every list from the cache that has what ends with it', (mutation, lists) => {
  expect(forgottenAfter(mutation, {})).toEqual(lists);
});

test('a mutation that failed takes nothing from the cache', () => {
  expect(forgottenAfter('removeUser', null)).toEqual([]);
});

function fieldsOf(document: DocumentNode): { name: string; parent: string | undefined; type: string | undefined }[] {
  const found: ReturnType<typeof fieldsOf> = [];
  const info = new TypeInfo(schema);
  const Field = ({ name }: { readonly name: { readonly value: string } }) => {
    const type = getNamedType(info.getType());
    found.push({
      name: name.value,
      parent: info.getParentType()?.name,
      type: isObjectType(type) ? type.name : undefined,
    });
  };
  visit(document, visitWithTypeInfo(info, { Field }));
  return found;
}

function hasId(type: string): boolean {
  const found = schema.getType(type);
  return isObjectType(found) && 'id' in found.getFields();
}
