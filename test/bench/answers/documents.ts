import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as examples from '../../../src/graphql/example-queries.ts';
import type { Comparison } from './comparison.ts';

const page = 'contacts(limit: 2) { count contacts { id email } }';
const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: viewer { role }`).join(' ');
const deep = (levels: number) => `${'eventCalls(limit: 1) { contact { '.repeat(levels)}id${' } }'.repeat(levels)}`;

/** One in each line. */
const documents = `
{
{ nowhere }
{ viewer }
{ contacts }
{ __typename }
{ ${page} } { ${page} }
query A { ${page} } query B { viewer { role } }
subscription { contacts }
mutation { nowhere }
fragment A on Query { id }
{ ...A } fragment A on Query { ${page} }
{ ...A }
{ ...A } fragment A on Query { ...A }
{ ... on Contact { id } }
{ one: ${page} two: ${page} }
{ ${page} @skip(if: true) }
{ ${page} @include(if: "x") }
{ ${page} @nowhere }
{ contacts(limit: 0) { count } }
{ contacts(limit: 101) { count } }
{ contacts(limit: "1") { count } }
{ contact(contactId: 1) { id } }
{ contact(contactId: 99999999999) { id } }
{ contact(contactId: 1, email: "a@b.c") { id } }
{ contact { id } }
query ($a: Int) { contact(contactId: $a) { id } }
query ($a: Int!) { contact(contactId: $a) { id } }
{ __schema { types { name } } }
{ __type(name: "Contact") { fields { name description } } }
{ __type(name: "x") { name } }
{ ${aliases(15)} }
{ ${aliases(16)} }
{ contacts { contacts { ${deep(2)} } } }
{ contacts { contacts { ${deep(5)} } } }
{ ${'viewer { role } '.repeat(260)} }
{ ${'__typename '.repeat(1_001)} }
{ viewer { role } } # ${'x'.repeat(50_001)}
{ contacts(limit: 100) { contacts { eventCalls(limit: 100) { id deals { id } } } } }
{ deal(id: 1) { id } server { version } }
mutation { a: cancelEventCall(input: {id: 0}) { id } b: cancelEventCall(input: {id: 0}) { id } }
mutation { createContact(input: {}) { created } }
mutation { createContact(input: {email: "x"}) { created } }`.split('\n');

const json = { 'content-type': 'application/json' };

/** Documents of every kind that a client may send by mistake or by intent, and every way to send one. */
export async function askDocuments(comparison: Comparison): Promise<void> {
  for (const caller of [undefined, 'OWNER key', 'CLOSER session', 'key for contacts']) {
    for (const document of [...documents, ...Object.values(examples)]) await comparison.graphql(document, { caller });
  }
  const caller = 'OWNER session';
  const post = (body: object, headers: Record<string, string> = {}) =>
    comparison.ask({
      ...{ method: 'POST', path: '/graphql', caller },
      ...{ body: JSON.stringify(body), headers: { ...json, ...headers } },
    });
  const query = `query A($a: Int!) { contact(contactId: $a) { id email } } query B { ${page} }`;
  for (const a of [1, null, '1', 1.5, undefined]) await post({ query, operationName: 'A', variables: { a, b: 2 } });
  for (const operationName of ['B', 'C', '', null, 1]) await post({ query, operationName });
  for (const wrong of [
    { query: 1 },
    {},
    { query, variables: [] },
    { query, variables: 'x' },
    { query, extensions: 1 },
  ]) {
    await post(wrong);
  }
  for (const document of [`{ ${page} }`, '{ nowhere }', '{', 'mutation { cancelEventCall(input: {id: 0}) { id } }']) {
    for (const accept of ['application/graphql-response+json', 'text/html', 'image/png', '*/*', 'multipart/mixed']) {
      await post({ query: document }, { accept });
    }
    await comparison.ask({ path: `/graphql?${new URLSearchParams({ query: document })}`, caller });
  }
  // The documents of the web application, by their hash, but for those that end the session.
  const file = new URL('../../../schema/persisted.json', import.meta.url);
  const persisted = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  const hashes = persisted.filter(([, text]) => !/signOut|revokeOther/.test(text)).map(([hash]) => hash);
  for (const sha256Hash of [...hashes, createHash('sha256').digest('hex')]) {
    await post({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
  }
}
