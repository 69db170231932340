import type { Database } from '#src/db/database.ts';
import type { OAuthClientRow, OAuthTokenRow } from '#src/db/reads/oauth.ts';
import { within } from '#src/db/within.ts';
import { countOtherConnections } from '#src/db/writes/connections.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { type ExchangeRow, insertConsent, writeExchange } from '#src/db/writes/oauth.ts';
import { maxConnections } from '#src/domain/connections/connection.ts';
import { lifetimeSeconds, type TokenKind } from '#src/domain/connections/tokens.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { type HmacKey, sha256 } from '#src/lib/secrets/crypto.ts';
import { auditedChanges } from '#src/services/audit/audited-changes.ts';
import type { AuditContext, RequestOrigin } from '#src/services/audit/context.ts';
import { memberWith, recordAuditOf } from '#src/services/audit/record-audit.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { endConnection } from '#src/services/oauth-clients/connections.ts';

/** The decision of a user about an app that requests access; `preview` before they have decided. */
export type UserDecision = { readonly userId: number } & (
  | { readonly kind: 'preview' | 'deny' }
  /** The role is the user's in the workspace; undefined if they are no member. */
  | {
      readonly kind: 'allow';
      readonly workspaceId: number;
      readonly role: Role | undefined;
      /** False if the user already has the maximum of connections with the app there. */
      readonly hasRoom: boolean;
    }
);

export type Decision = UserDecision & {
  readonly requestedScope: string;
  /** Why the requested resource is not ours. */
  readonly resourceProblem: string | undefined;
};

export interface TokenText {
  readonly kind: TokenKind;
  readonly token: string;
}

export type PresentedToken = OAuthTokenRow & TokenText;

interface NewToken extends TokenText {
  readonly scopes: string;
  readonly payload: Readonly<Record<string, string>> | null;
}

/**
 * The reads and writes of one request to the provider. Rows that were read stay here, so that none is read twice.
 * Writes are collected here, and `commit` writes them in one transaction after the provider has finished.
 */
export class UnitOfWork {
  readonly arrivedAt: Date;
  readonly decision: Decision | undefined;
  /** The address and the browser of whoever decides. */
  readonly origin: RequestOrigin;
  /** The code or refresh token that the request exchanges. */
  readonly exchanged: TokenText | undefined;
  client: OAuthClientRow | undefined;
  presented: PresentedToken | undefined;
  /** True if the token that the request exchanges exists, but has expired. */
  hasExpired = false;
  isConsumed = false;
  /** The key from which the tokens for a refresh token are derived. */
  successorKey: HmacKey | undefined;
  grant: { readonly id: string; readonly scopes: string } | undefined;
  readonly issued: NewToken[] = [];
  /** The scopes that a preview would grant. */
  previewedScopes: readonly string[] | undefined;
  /** Why the provider refused, in more detail than its response. */
  refusalDetail: string | undefined;
  /** The hash of the secret with which a confidential client authenticated, right or wrong. */
  presentedSecretHash: Buffer | undefined;
  /** The unexpected error that the provider met; its response hides it. */
  failure: unknown;

  constructor(
    arrivedAt: Date,
    {
      decision,
      exchanged,
      origin = {},
    }: {
      readonly decision?: Decision;
      readonly exchanged?: TokenText | undefined;
      readonly origin?: RequestOrigin;
    } = {},
  ) {
    this.arrivedAt = arrivedAt;
    this.decision = decision;
    this.origin = origin;
    this.exchanged = exchanged;
  }
}

export type CommitContext = ServiceContext & AuditContext;

/** Writes all that the provider would have written, or nothing. If false, its response is invalid and must be refused. */
export async function commit(context: CommitContext, work: UnitOfWork): Promise<boolean> {
  if (work.grant) return commitConsent(context, work);
  return work.isConsumed ? commitExchange(context, work) : true;
}

/** Ends the connection of the presented token, and with it all of its tokens. */
export async function endPresented(context: CommitContext, { presented }: UnitOfWork): Promise<void> {
  if (!presented) return;
  const { workspaceId, grantId: id, userId, clientId } = presented;
  await endConnection(context, { workspaceId, id, userId, clientId });
}

async function commitConsent(context: CommitContext, work: UnitOfWork): Promise<boolean> {
  const { decision, client, grant, issued, arrivedAt } = work;
  if (decision?.kind !== 'allow' || !client || !grant) throw new Error('The provider made a grant without a consent.');
  const { workspaceId, userId } = decision;
  const consent = {
    workspaceId,
    grantId: grant.id,
    userId,
    clientId: client.clientId,
    scopes: grant.scopes,
    now: arrivedAt,
    lifetimeSeconds: lifetimeSeconds.AUTHORIZATION_CODE,
    tokens: columnsOf(issued),
  };
  return context.db.write(async (transaction) => {
    const isStored = await insertConsent(transaction, consent);
    if (!isStored) return false;
    const changes = auditedChanges({ clientId: client.clientId, scopes: grant.scopes.split(' ') });
    const actor = memberWith(userId, work.origin);
    const connected = { workspaceId, action: 'connection.created', actor, targetId: grant.id, changes } as const;
    await recordAuditOf(transaction, context, connected);
    return true;
  });
}

/** Of two requests with one code, the second finds that other tokens were issued for it, and revokes them. */
async function commitExchange(context: CommitContext, work: UnitOfWork): Promise<boolean> {
  const { presented, issued, arrivedAt } = work;
  const successor = issued.find(({ kind }) => kind === 'REFRESH') ?? issued[0];
  if (!presented || !successor) throw new Error('The provider consumed a token and issued none.');
  const { workspaceId, grantId, kind, token } = presented;
  const lifetime = Math.max(...issued.map((each) => lifetimeSeconds[each.kind]));
  const values = [workspaceId, grantId, sha256(token), arrivedAt, lifetime, sha256(successor.token)];
  const write = (db: Pick<Database, 'run'>) => db.run<ExchangeRow>(writeExchange, [...values, ...columnsOf(issued)]);
  const [row] =
    kind === 'AUTHORIZATION_CODE' ? await whereThereIsRoom(context.db, work, write) : await write(context.db);
  if (!row?.isAlive) return false;
  if (!row.isIssued && kind === 'AUTHORIZATION_CODE') await endPresented(context, work);
  return row.isIssued;
}

/** The refusal detail of a code whose user has too many connections with the app. */
export const noRoomDetail = 'too many connections';

/**
 * The exchange of a code creates a connection. If the member has too many with this app, nothing is written, so that the code
 * can be exchanged after the member has ended one.
 */
function whereThereIsRoom(
  db: Database,
  work: UnitOfWork,
  write: (db: Pick<Database, 'run'>) => Promise<ExchangeRow[]>,
): Promise<ExchangeRow[]> {
  const { presented, arrivedAt: now } = work;
  if (!presented) throw new Error('There is no code to exchange.');
  const { workspaceId, userId, clientId, grantId: id } = presented;
  return db.write(async (client) => {
    // Without the lock, two exchanges at once would not see the connection of each other.
    await lockMember(client, workspaceId, userId);
    const others = await countOtherConnections(client, { workspaceId, userId, clientId, id }, now);
    if (others < maxConnections) return write(within(client));
    work.refusalDetail = noRoomDetail;
    return [];
  });
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
