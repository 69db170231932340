import type { TypedDocumentNode } from 'urql';
import {
  EventChoiceDocument,
  type EventChoiceQuery,
  EventChoicesDocument,
  type EventChoicesQuery,
  MemberChoiceDocument,
  type MemberChoiceQuery,
  MemberChoicesDocument,
  type MemberChoicesQuery,
  ProductChoiceDocument,
  type ProductChoiceQuery,
  ProductChoicesDocument,
  type ProductChoicesQuery,
} from '../../gql/choices.ts';
import { memberName } from '../../parts/members.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Found {
  readonly choices: readonly Choice[];
  /** Whether the server has more than these. */
  readonly hasMore: boolean;
}

/** Where choices come from: a list of the server that can be searched. */
export interface Source<List, One> {
  readonly list: TypedDocumentNode<List, { search?: string | null | undefined }>;
  readonly found: (data: List) => Found;
  readonly one: TypedDocumentNode<One, { id: number }>;
  readonly name: (data: One | undefined) => string | undefined;
  /** What one is called whose name is not found, such as that of a member who was removed: "Member 5". */
  readonly noun: string;
}

const members: Source<MemberChoicesQuery, MemberChoiceQuery> = {
  list: MemberChoicesDocument,
  found: ({ users }) => ({
    choices: (users?.users ?? []).map((member) => ({ value: `${member.id}`, label: memberName(member) })),
    hasMore: users?.nextCursor != null,
  }),
  one: MemberChoiceDocument,
  name: (data) => (data?.user ? memberName(data.user) : undefined),
  noun: 'Member',
};

const events: Source<EventChoicesQuery, EventChoiceQuery> = {
  list: EventChoicesDocument,
  found: ({ events: page }) => ({
    choices: (page?.events ?? []).map(({ id, name }) => ({ value: `${id}`, label: name })),
    hasMore: page?.nextCursor != null,
  }),
  one: EventChoiceDocument,
  name: (data) => data?.event?.name,
  noun: 'Event',
};

const products: Source<ProductChoicesQuery, ProductChoiceQuery> = {
  list: ProductChoicesDocument,
  found: ({ products: page }) => ({
    choices: (page?.products ?? []).map(({ id, name }) => ({ value: `${id}`, label: name })),
    hasMore: page?.nextCursor != null,
  }),
  one: ProductChoiceDocument,
  name: (data) => data?.product?.name,
  noun: 'Product',
};

export const sources = { members, events, products };
