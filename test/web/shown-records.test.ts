import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { expect, test } from 'vitest';
import { scopesOfRole } from '#src/domain/principal/roles.ts';
import { changedRecords } from '#src/domain/webhooks/changed-records.ts';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import { countedRecords, shownRecords } from '#src/web/app/live/shown-records.ts';

const read = (file: string) => readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
const schema = buildSchema(await read('schema/schema.graphql'));
const documents = Object.values(JSON.parse(await read('schema/persisted.json'))) as string[];

/** The types of GraphQL objects whose fields are those of a record. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  contact: ['Contact', 'ContactAnswer', 'ContactMerge', 'ContactStoryAnswer', 'StageValues'],
  contact_note: ['ContactNote', 'ContactStoryEntry'],
  custom_field: ['CustomField', 'CustomFieldOption'],
  deal: ['ContactStoryEntry', 'ContactValue', 'Deal'],
  event_call: ['ContactStoryEntry', 'EventCall', 'EventCallChange'],
  connection: ['Connection'],
  transaction: ['ContactStoryEntry', 'ContactValue', 'Transaction'],
  webhook: ['Webhook'],
};

/** The root fields of all queries of the pages, with the types of the objects that are selected below them. */
function selectedTypes(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const document of documents.map((text) => parse(text))) {
    const operation = document.definitions[0] as OperationDefinitionNode;
    if (operation.operation !== 'query') continue;
    const visit = ({ selections }: SelectionSetNode, type: GraphQLObjectType, types: Set<string>): void => {
      types.add(type.name);
      for (const selection of selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) {
          const fragment = document.definitions.find(
            (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
          );
          visit((fragment as OperationDefinitionNode).selectionSet, type, types);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, type, types);
        else if (selection.selectionSet) {
          const below = getNamedType(type.getFields()[selection.name.value]?.type);
          if (isObjectType(below)) visit(selection.selectionSet, below, types);
        }
      }
    };
    for (const field of operation.selectionSet.selections) {
      if (field.kind !== Kind.FIELD || !field.selectionSet) continue;
      const type = getNamedType(schema.getQueryType()?.getFields()[field.name.value]?.type);
      const types = found.get(field.name.value) ?? new Set();
      if (isObjectType(type)) visit(field.selectionSet, type, types);
      found.set(field.name.value, types);
    }
  }
  return found;
}

const selected = selectedTypes();

test('every type of records that the server names has its root fields', () => {
  const named = changedRecords(scopesOfRole('OWNER'), allWebhookKinds);
  expect(Object.keys(shownRecords).sort()).toEqual(named);
  expect(Object.keys(typesOf).sort()).toEqual(named);
});

const reports = ['CallNumbers', 'CallReasons', 'LeadNumbers', 'MoneyNumbers'];

/** The types of GraphQL objects that count records, or group and filter what they count by them. */
const countsOf: Readonly<Record<string, readonly string[]>> = {
  // By source: that of a call or a deal may be that of the contact.
  contact: reports,
  event_call: [...reports, 'Goal'],
  // By product: that of a call or a lead is that of a deal.
  deal: [...reports, 'Goal'],
  transaction: ['Goal', 'MoneyNumbers'],
};

test('a change of a record is read again by every query that counts it', () => {
  expect(Object.keys(countedRecords)).toEqual(Object.keys(countsOf));
  for (const [record, types] of Object.entries(countsOf)) {
    const counting = [...selected].filter(([, below]) => types.some((type) => below.has(type))).map(([field]) => field);
    expect([record, countedRecords[record]?.toSorted()]).toEqual([record, counting.sort()]);
  }
});

test.each(Object.entries(typesOf))('a change of a %s is read again by every query that shows one', (record, types) => {
  const showing = [...selected].filter(([, below]) => types.some((type) => below.has(type))).map(([field]) => field);
  const known = shownRecords[record] ?? [];
  expect(showing.filter((field) => !known.includes(field))).toEqual([]);
  // Each of the others is in a document of a page.
  expect(known.filter((field) => !selected.has(field))).toEqual([]);
});
