import type { OAuthClientRow, OAuthTokenRow } from '#src/db/reads/oauth.ts';
import { type ExchangeRow, writeConsent, writeExchange } from '#src/db/writes/oauth.ts';
import { lifetimeSeconds, type TokenKind } from '#src/domain/connections/tokens.ts';
import { sha256 } from '#src/lib/crypto.ts';
import { endConnection } from '#src/services/connections.ts';
import type { ServiceContext } from '#src/services/context.ts';

/** The decision of a user about an app that requests access; `preview` before they have decided. */
export type UserDecision = { readonly userId: number } & (
  | { readonly kind: 'preview' | 'deny' }
  | { readonly kind: 'allow'; readonly workspaceId: number }
);

export type Decision = UserDecision & { readonly requestedScope: string };

interface PresentedToken extends OAuthTokenRow {
  readonly kind: TokenKind;
  readonly token: string;
}

interface NewToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly scopes: string;
  readonly payload: Readonly<Record<string, string>> | null;
}

/**
 * The reads and writes of one request to the provider. Rows that were read stay here, so that none is read twice.
 * Writes are collected here, and `commit` writes them as one statement after the provider has finished.
 */
export class UnitOfWork {
  readonly arrivedAt: Date;
  readonly decision: Decision | undefined;
  client: OAuthClientRow | undefined;
  presented: PresentedToken | undefined;
  isConsumed = false;
  grant: { readonly id: string; readonly scopes: string } | undefined;
  readonly issued: NewToken[] = [];
  /** The scopes that a preview would grant. */
  previewedScopes: readonly string[] | undefined;
  /** Why the provider refused, in more detail than its response. */
  refusalDetail: string | undefined;

  constructor(arrivedAt: Date, decision?: Decision) {
    this.arrivedAt = arrivedAt;
    this.decision = decision;
  }
}

/** Writes all that the provider would have written, or nothing. False: its response does not hold and must be refused. */
export async function commit(context: ServiceContext, work: UnitOfWork): Promise<boolean> {
  if (work.grant) return commitConsent(context, work);
  return work.isConsumed ? commitExchange(context, work) : true;
}

/** Ends the connection of the presented token, and with it all of its tokens. */
export async function endPresented(context: ServiceContext, { presented }: UnitOfWork): Promise<void> {
  if (presented) await endConnection(context, { workspaceId: presented.workspaceId, id: presented.grantId });
}

async function commitConsent({ db }: ServiceContext, work: UnitOfWork): Promise<boolean> {
  const { decision, client, grant, issued, arrivedAt } = work;
  if (decision?.kind !== 'allow' || !client || !grant) throw new Error('The provider made a grant without a consent.');
  const { workspaceId, userId } = decision;
  const connection = [workspaceId, grant.id, userId, client.clientId, grant.scopes];
  const values = [...connection, arrivedAt, lifetimeSeconds.AUTHORIZATION_CODE, ...columnsOf(issued)];
  return (await db.pooled.run(writeConsent, values)).length > 0;
}

/** The second of two requests with one code finds that other tokens were issued for it: that revokes them. */
async function commitExchange(context: ServiceContext, work: UnitOfWork): Promise<boolean> {
  const { presented, issued, arrivedAt } = work;
  const successor = issued.find(({ kind }) => kind === 'REFRESH') ?? issued[0];
  if (!presented || !successor) throw new Error('The provider consumed a token and issued none.');
  const { workspaceId, grantId, kind, token } = presented;
  const lifetime = Math.max(...issued.map((each) => lifetimeSeconds[each.kind]));
  const values = [workspaceId, grantId, sha256(token), arrivedAt, lifetime, sha256(successor.token)];
  const [row] = await context.db.pooled.run<ExchangeRow>(writeExchange, [...values, ...columnsOf(issued)]);
  if (!row?.isAlive) return false;
  if (!row.isIssued && kind === 'AUTHORIZATION_CODE') await endPresented(context, work);
  return row.isIssued;
}

function columnsOf(tokens: readonly NewToken[]): unknown[] {
  return [
    tokens.map(({ token }) => sha256(token)),
    tokens.map(({ kind }) => kind),
    tokens.map(({ scopes }) => scopes),
    tokens.map(({ payload }) => payload && JSON.stringify(payload)),
    tokens.map(({ kind }) => lifetimeSeconds[kind]),
  ];
}
