import { sha256 } from '#src/lib/crypto.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import type { Principal } from './access/policy.ts';
import { invalidInput } from './errors.ts';
import type { Problem } from './field-errors.ts';

/** The sort value and the id of the last item of a page. Stored instants have milliseconds, so their text is exact. */
export type Position = readonly [value: string | number, id: string | number];

/** What a cursor carries from page to page. The workspace and the list bind it to where it came from. */
export interface Cursor {
  readonly workspaceId: number;
  readonly list: string;
  readonly input: CarriedInput;
  readonly after: Position;
  /** How many items matched on the first page. To count them again would cost more than a page. */
  readonly count: number;
  /** Who counted: others, and the same member in another role, may see fewer. */
  readonly counter: Counter;
  /** The last event before the first page, where the order is that of a value that may change. */
  readonly sinceEventId?: string | undefined;
}

type Counter = Pick<Principal, 'userId' | 'role'>;

/** What the signing key of cursors is for. */
export const cursorPurpose = 'cursors of lists';

export function cursorText({ workspaceId, list, input, after, count, counter, sinceEventId }: Cursor): string {
  const values = [workspaceId, list, input, after, count, counter.userId, counter.role];
  if (sinceEventId !== undefined) values.push(sinceEventId);
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The cursor of a text whose signature was checked. */
export function cursorOfText(text: string): Cursor {
  const [workspaceId, list, input, after, count, userId, role, sinceEventId] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  );
  return { workspaceId, list, input, after, count, counter: { userId, role }, sinceEventId };
}

/** The count of a cursor, for the one who counted; undefined for others, who must count what they see. */
export function countFor({ userId, role }: Counter, { count, counter }: Cursor): number | undefined {
  return counter.userId === userId && counter.role === role ? count : undefined;
}

type Input = Readonly<Record<string, unknown>>;

/** Filters and order. A cursor is part of an address, so of a long filter it carries only the digest. */
type CarriedInput = Readonly<Record<string, Scalar | readonly Scalar[] | { readonly sha256: string }>>;
type Scalar = string | number | boolean;

const maxCarriedBytes = 128;

export function carried(input: Input): CarriedInput {
  const values: Record<string, unknown> = withoutUndefined(input);
  for (const name in values) values[name] = carriedValue(values[name]);
  return values as CarriedInput;
}

function carriedValue(value: unknown) {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= maxCarriedBytes ? value : { sha256: sha256(text).toString('base64url') };
}

const isTooLong = 'Is too long for the cursor: send it again with each page';
const isOther = 'Must be as on the page that the cursor is from, or left out';

/**
 * The input of the next page. What is left out comes from the cursor, and what is sent must be the same. Throws a
 * validation error that names each field where it is not.
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
