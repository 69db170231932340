import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cache, Data, ResolveInfo } from '@urql/exchange-graphcache';
import {
  buildSchema,
  concatAST,
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect, test } from 'vitest';
import { cacheRules, rulesOfDevelopment } from '#src/web/app/cache-rules.ts';

// Here the printed contract alone says what the application reads; what the schema says besides that is in the generated rules.
const root = path.join(import.meta.dirname, '../../..');
const schema = buildSchema(readFileSync(path.join(root, 'schema/schema.graphql'), 'utf8'));
const web = path.join(root, 'src/web');
// A document may spread a fragment of another file.
const documents = [
  concatAST(
    readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.graphql'))
      .map((name) => parse(readFileSync(path.join(web, name), 'utf8'))),
  ),
];

const keys = Object.entries(rulesOfDevelopment().keys ?? {});
/** The fields that identify the objects of a type, where it is not `id`. */
const keyFields: Readonly<Record<string, string>> = { ConnectedApp: 'clientId' };

test('the cache knows each type that the application reads and that has no id, and no other', () => {
  const withoutId = new Set<string>();
  for (const { type } of documents.flatMap(fieldsOf)) if (type && !hasId(type)) withoutId.add(type);
  expect(keys.map(([type]) => type).sort()).toEqual([...withoutId].sort());
});

test('an object without an id is a part of another, unless another field identifies it', () => {
  const values = { id: 1, clientId: 'ocl_1' } as unknown as Data;
  const identified = keys.filter(([, keyOf]) => keyOf(values) !== null);
  expect(identified.map(([type, keyOf]) => [type, keyOf(values)])).toEqual([['ConnectedApp', 'ocl_1']]);
});

test('the documents select what identifies an object, wherever it has an identity', () => {
  const without = documents.flatMap(fieldsOf).filter(({ type, selected }) => {
    const keyField = type && (keyFields[type] ?? (hasId(type) ? 'id' : undefined));
    return keyField !== undefined && !selected.has(keyField);
  });
  expect(without.map(({ parent, name }) => `${parent}.${name}`)).toEqual([]);
});

test('the cache has a rule for each mutation of the application, and for no other', () => {
  const used = documents.flatMap(fieldsOf).filter(({ parent }) => parent === 'Mutation');
  const known = Object.keys(cacheRules.updates?.Mutation ?? {});
  expect(known.sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
});

/** The query fields that a mutation with this result takes from a cache which has each that the application reads. */
function forgottenAfter(mutation: string, result: object | null): string[] {
  const read = documents.flatMap(fieldsOf).filter(({ parent }) => parent === 'Query');
  const forgotten: string[] = [];
  const cache = {
    inspectFields: () =>
      [...new Set(read.map(({ name }) => name))].map((fieldName) => ({ fieldName, fieldKey: `${fieldName}(key)` })),
    invalidate: (_: string, key: string) => forgotten.push(key),
  };
  const update = cacheRules.updates?.Mutation?.[mutation];
  update?.({ [mutation]: result } as Data, {}, cache as unknown as Cache, {} as ResolveInfo);
  return forgotten.map((key) => key.replace('(key)', '')).sort();
}

test.each([
  ['deleteOAuthClient', ['connections', 'oauthClients']],
  ['revokeConnection', ['connections', 'oauthClients', 'webhooks']],
  ['revokeAllConnections', ['connections', 'oauthClients', 'webhooks']],
  [
    'removeUser',
    [
      ...['apiKeys', 'calendarConnections', 'callNumbers', 'callReasons', 'contactStory', 'eventCalls', 'goals'],
      ...['invitations', 'leadNumbers', 'moneyNumbers', 'oauthClients', 'users'],
    ],
  ],
  // By default, the lists of the record in the result.
  ['createWebhook', ['webhooks']],
  ['rotateApiKey', ['apiKeys']],
  ['updateUser', ['users']],
  ['deleteSchedule', ['userAvailabilities']],
  [
    'updateContact',
    [
      ...['callNumbers', 'callReasons', 'contactBoard', 'contactBoardValues', 'contacts', 'leadNumbers'],
      ...['moneyNumbers', 'possibleDuplicates'],
    ],
  ],
  // What moves a contact to another column of the board.
  [
    'answerCustomField',
    [
      ...['callNumbers', 'callReasons', 'contact', 'contactBoard', 'contactBoardValues', 'contactStory', 'contacts'],
      ...['leadNumbers', 'moneyNumbers'],
      'possibleDuplicates',
    ],
  ],
])('%s takes every list from the cache that has what ends or begins with it', (mutation, lists) => {
  expect(forgottenAfter(mutation, {})).toEqual(lists);
});

test.each([
  // A row stays in its list, so that this can be undone there.
  ['updateEventStatus', ['eventDates', 'whyUnavailable']],
  ['updateWebhook', ['webhookDeliveries']],
  ['revokeApiKey', []],
  ['refreshCalendarConnection', ['busyTimes', 'eventDates', 'whyUnavailable']],
  ['switchWorkspace', []],
])('%s costs no request for a list whose rows it only changes', (mutation, lists) => {
  expect(forgottenAfter(mutation, {})).toEqual(lists);
});

test('a mutation that failed takes nothing from the cache', () => {
  expect(forgottenAfter('removeUser', null)).toEqual([]);
});

interface ReadField {
  readonly name: string;
  readonly parent: string | undefined;
  /** The type of its objects. */
  readonly type: string | undefined;
  /** What is selected of these, also by fragments. */
  readonly selected: ReadonlySet<string>;
}

function fieldsOf(document: DocumentNode): ReadField[] {
  const found: ReadField[] = [];
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const info = new TypeInfo(schema);
  const Field = (field: { readonly name: { readonly value: string }; readonly selectionSet?: SelectionSetNode }) => {
    const type = getNamedType(info.getType());
    found.push({
      name: field.name.value,
      parent: info.getParentType()?.name,
      type: isObjectType(type) ? type.name : undefined,
      selected: selectedBy(field.selectionSet, fragments),
    });
  };
  visit(document, visitWithTypeInfo(info, { Field }));
  return found;
}

function selectedBy(
  set: SelectionSetNode | undefined,
  fragments: readonly FragmentDefinitionNode[],
  names = new Set<string>(),
): Set<string> {
  for (const each of set?.selections ?? []) {
    if (each.kind === Kind.FIELD) names.add(each.name.value);
    else if (each.kind === Kind.INLINE_FRAGMENT) selectedBy(each.selectionSet, fragments, names);
    else selectedBy(fragments.find(({ name }) => name.value === each.name.value)?.selectionSet, fragments, names);
  }
  return names;
}

function hasId(type: string): boolean {
  const found = schema.getType(type);
  return isObjectType(found) && 'id' in found.getFields();
}
