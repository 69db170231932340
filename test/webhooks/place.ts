import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { type Row, storage } from '../policy/records.ts';
import { answerable } from '../support/answers.ts';
import type { TestApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { nextSerial } from '../support/serial.ts';

/** A workspace and its owner, whose session calls the mutations. */
export interface Place {
  readonly app: TestApp;
  readonly owner: Member;
}

export interface Case {
  /** What the case is about, where a mutation has several. */
  readonly about?: string;
  /** The kinds that one call writes, in their order. */
  readonly kinds: readonly EventKind[];
  /** Why there are none. */
  readonly because?: string;
  /** Stores what the call needs, and returns its input. Undefined for a mutation without one. */
  readonly input: (place: Place) => Promise<object | undefined>;
  /** The same call again changes nothing. */
  readonly isRepeatable?: boolean;
  /** An invitee calls, or somebody who is not signed in. */
  readonly isAnonymous?: boolean;
}

export const email = () => `made-${nextSerial()}@example.com`;
export const hour = () => new Date(Date.UTC(2040, 0, 1, nextSerial())).toISOString();

export async function rowOf({ app, owner }: Place, type: keyof typeof storage): Promise<Row> {
  const { create, table } = storage[type];
  await create(app, owner);
  const order = table === 'OAuthGrant' ? 'ctid' : '"id"';
  const text = `SELECT * FROM "${table}" WHERE "workspaceId" = $1 ORDER BY ${order} DESC LIMIT 1`;
  return (await app.sql<Row>(text, [owner.workspaceId]))[0] as Row;
}

export const record =
  (type: keyof typeof storage, changes: object = {}) =>
  async (place: Place) => ({
    id: (await rowOf(place, type)).id,
    ...changes,
  });

export const contactOf = ({ app, owner }: Place) => app.contact(owner.workspaceId);
export const fieldOf = async ({ app, owner }: Place, draft: Parameters<typeof answerable>[2] = {}) =>
  (await answerable(app, owner.workspaceId, draft)).id;
