import type { OAuthClientRow, OAuthTokenRow } from '#src/db/reads/oauth.ts';
import type { TokenKind } from '#src/domain/connections/tokens.ts';

/** What a user answers to an app that asks for access. */
export type Decision = { readonly userId: number; readonly requestedScope: string } & (
  | { readonly kind: 'preview' | 'deny' }
  | { readonly kind: 'allow'; readonly workspaceId: number }
);

export interface PresentedToken extends OAuthTokenRow {
  readonly kind: TokenKind;
  readonly token: string;
}

export interface NewToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly scopes: string;
  readonly payload: Readonly<Record<string, string>> | null;
}

export interface NewGrant {
  readonly id: string;
  readonly scopes: string;
}

/**
 * One request to the protocol's library. What the library reads is kept here, so that nothing is read twice; what it
 * wants to write is collected here, and written as one statement when it has finished.
 */
export class Exchange {
  readonly arrivedAt: Date;
  readonly decision: Decision | undefined;
  client: OAuthClientRow | undefined;
  presented: PresentedToken | undefined;
  isConsumed = false;
  grant: NewGrant | undefined;
  readonly issued: NewToken[] = [];
  /** The scopes that a user would grant, when they only look. */
  asked: readonly string[] | undefined;
  /** Why the library refused, in more words than its answer has. */
  refusalDetail: string | undefined;

  constructor(arrivedAt: Date, decision?: Decision) {
    this.arrivedAt = arrivedAt;
    this.decision = decision;
  }
}
