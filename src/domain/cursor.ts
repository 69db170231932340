import { LRUCache } from 'lru-cache';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import { invalidInput } from './errors.ts';
import type { Problem } from './field-errors.ts';
import { type Visibility, visibilityOf } from './principal/policy.ts';

/** The sort value and the id of the last item of a page. Stored instants have milliseconds, so their text is exact. */
export type Position = readonly [value: string | number, id: string | number];

/** The contents of a cursor. The workspace and the list bind it to where it came from. */
export interface Cursor {
  readonly workspaceId: number;
  readonly list: string;
  readonly input: CarriedInput;
  readonly after: Position;
  /** How many items matched on the first page, if the list counts them. Counting them again would cost more than a page. */
  readonly count?: number | null | undefined;
  /** The digest of the visibility rules of the caller who counted the items. */
  readonly visibility: string;
  /** The last event before the first page, if the list is sorted by a value that may change. */
  readonly sinceEventId?: string | undefined;
}

/** The purpose for which the signing key of cursors is derived. */
export const cursorPurpose = 'cursors of lists';

export function cursorText({ workspaceId, list, input, after, count, visibility, sinceEventId }: Cursor): string {
  const values = [workspaceId, list, input, after, count, visibility];
  if (sinceEventId !== undefined) values.push(sinceEventId);
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Parses the text of a cursor whose signature was checked. */
export function cursorOfText(text: string): Cursor {
  const values = JSON.parse(Buffer.from(text, 'base64url').toString());
  const [workspaceId, list, input, after, count, visibility, sinceEventId] = values;
  return { workspaceId, list, input, after, count, visibility, sinceEventId };
}

/** The count of a cursor, for a caller who sees the same items; undefined for others, for whom the list is counted again. */
export function countFor(caller: Visibility, { count, visibility }: Cursor): number | undefined {
  return visibility === visibilityDigest(caller) ? (count ?? undefined) : undefined;
}

const maxDigests = 1000;

/** Callers with equal scopes share one set object, so each digest is computed once. */
const digests = new WeakMap<Visibility['scopes'], LRUCache<string, string>>();

export function visibilityDigest(caller: Visibility): string {
  const { userId, connectionId, role, scopes } = caller;
  const known = digests.get(scopes) ?? new LRUCache<string, string>({ max: maxDigests });
  digests.set(scopes, known);
  const key = `${role} ${userId} ${connectionId}`;
  const digest = known.get(key) ?? sha256(JSON.stringify(visibilityOf(caller))).toString('base64url', 0, 12);
  known.set(key, digest);
  return digest;
}

type Input = Readonly<Record<string, unknown>>;

/** Filters and order. A cursor is part of a URL, so it carries only the digest of a long filter. */
type CarriedInput = Readonly<Record<string, Scalar | readonly Scalar[] | { readonly sha256: string }>>;
type Scalar = string | number | boolean;

const maxCarriedBytes = 128;

export function carried(input: Input): CarriedInput {
  const values: Record<string, unknown> = withoutUndefined(input);
  for (const name in values) values[name] = carriedValue(values[name]);
  return values as CarriedInput;
}

function carriedValue(value: unknown) {
  // A character of a text takes at most 6 bytes in JSON.
  if (typeof value === 'string' && value.length <= (maxCarriedBytes - 2) / 6) return value;
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= maxCarriedBytes ? value : { sha256: sha256(text).toString('base64url') };
}

const isTooLong = 'Is too long for the cursor: send it again with each page';
const isOther = 'Must be the same as for the page that the cursor comes from, or omitted';

/**
 * The input of the next page. Omitted fields come from the cursor; fields that are sent must match it. Throws a validation
 * error that names each field that does not.
 */
export function resumedInput(sent: Input, { input: before }: Pick<Cursor, 'input'>): Input {
  const now = carried(sent);
  const problems: Problem[] = [];
  const input: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
    const carriedBefore = before[name];
    if (!Object.hasOwn(now, name)) {
      if (isDigest(carriedBefore)) problems.push({ path: [name], code: 'required', message: isTooLong });
      input[name] = carriedBefore;
    } else if (JSON.stringify(now[name]) === JSON.stringify(carriedBefore)) input[name] = sent[name];
    else problems.push({ path: [name], code: 'conflict', message: isOther });
  }
  if (problems.length > 0) throw invalidInput(problems);
  return input;
}

function isDigest(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
