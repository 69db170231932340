import type { Database } from '#src/db/database.ts';
import { type ExchangeRow, writeConsent, writeExchange } from '#src/db/writes/oauth.ts';
import { lifetimeSeconds } from '#src/domain/connections/tokens.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { ServiceContext } from '#src/services/context.ts';
import type { Exchange, NewToken } from '../exchange.ts';
import { endPresented } from './grants.ts';

/** Whether what the library has answered holds. */
export type Committed = 'done' | 'ended';

/** Writes what the library wanted to write: all of it, or nothing. */
export async function commit(context: ServiceContext, exchange: Exchange): Promise<Committed> {
  if (exchange.grant) return (await consented(context, exchange)) ? 'done' : 'ended';
  return exchange.isConsumed ? exchanged(context, exchange) : 'done';
}

async function consented({ db }: ServiceContext, exchange: Exchange): Promise<boolean> {
  const { decision, client, grant, issued, arrivedAt } = exchange;
  if (decision?.kind !== 'allow' || !client || !grant) throw new Error('A grant without a consent.');
  const { workspaceId, userId } = decision;
  const whose = [workspaceId, grant.id, userId, client.clientId, grant.scopes];
  const values = [...whose, arrivedAt, lifetimeSeconds.AUTHORIZATION_CODE, ...arraysOf(issued)];
  return (await db.pooled.run(writeConsent, values)).length > 0;
}

/** Of two requests with one code the second finds that something else was given for it: that revokes what it gave. */
async function exchanged(context: ServiceContext, exchange: Exchange): Promise<Committed> {
  const { isAlive, isGiven } = await give(context.db, exchange);
  const isSecondUse = isAlive && !isGiven && exchange.presented?.kind === 'AUTHORIZATION_CODE';
  if (isSecondUse) await endPresented(context, exchange);
  return isAlive && isGiven ? 'done' : 'ended';
}

async function give(db: Database, { presented, issued, arrivedAt }: Exchange): Promise<ExchangeRow> {
  const successor = issued.find(({ kind }) => kind === 'REFRESH') ?? issued[0];
  if (!presented || !successor) throw new Error('An exchange without a token.');
  const { workspaceId, grantId, token } = presented;
  const lifetime = Math.max(...issued.map(({ kind }) => lifetimeSeconds[kind]));
  const [row] = await db.pooled.run<ExchangeRow>(writeExchange, [
    workspaceId,
    grantId,
    sha256(token),
    arrivedAt,
    lifetime,
    sha256(successor.token),
    ...arraysOf(issued),
  ]);
  return row ?? { isAlive: false, isGiven: false };
}

function arraysOf(tokens: readonly NewToken[]): unknown[] {
  return [
    tokens.map(({ token }) => sha256(token)),
    tokens.map(({ kind }) => kind),
    tokens.map(({ scopes }) => scopes),
    tokens.map(({ payload }) => payload && JSON.stringify(payload)),
    tokens.map(({ kind }) => lifetimeSeconds[kind]),
  ];
}
