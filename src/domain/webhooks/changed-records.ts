import type { Scope } from '../principal/scopes.ts';
import { kindsWithin, type WebhookKind } from './kinds.ts';

/** The types of records that change streams name, by the first part of the kinds of events about them. */
const recordsByPrefix = {
  contact: 'contact',
  note: 'contact_note',
  call: 'event_call',
  deal: 'deal',
  transaction: 'transaction',
  field: 'custom_field',
  connection: 'connection',
  webhook: 'webhook',
} as const;

type Prefix = keyof typeof recordsByPrefix;

/** A type of records, as change streams name it. */
export type ChangedRecord = (typeof recordsByPrefix)[Prefix];

/** Types of records that change with an event about another record, without events of their own. */
const alsoChanged: Partial<Record<WebhookKind, readonly ChangedRecord[]>> = {
  'contact.deleted': ['contact_note', 'event_call', 'deal', 'transaction'],
  'contact.merged': ['contact_note', 'event_call'],
  'contact.merge_undone': ['contact_note', 'event_call'],
  'field.changed': ['contact', 'event_call'],
};

/** The types of records that events of these kinds changed. Kinds that need another scope are left out. */
export function changedRecords(scopes: ReadonlySet<Scope>, kinds: readonly string[]): ChangedRecord[] {
  const changed = kindsWithin(scopes, kinds).flatMap((kind) => [
    recordsByPrefix[kind.slice(0, kind.indexOf('.')) as Prefix],
    ...(alsoChanged[kind] ?? []),
  ]);
  return [...new Set(changed)].sort();
}
