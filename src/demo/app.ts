import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { onClient } from '#src/db/statement.ts';
import { insertConsent, writeExchange } from '#src/db/writes/oauth.ts';
import { insertClient } from '#src/db/writes/oauth-clients.ts';
import { lifetimeSeconds, type TokenKind } from '#src/domain/connections/tokens.ts';
import { generateClientId, generateClientSecret } from '#src/domain/oauth-clients/oauth-client.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { randomBase62, sha256 } from '#src/lib/secrets/crypto.ts';
import { dayMs, minuteMs } from './wall-clock.ts';

/** A connection of the demo's app. */
export interface DemoConnection {
  id: string;
  clientId: string;
  userId: number;
}

const scopes = [
  ...(['contacts:read', 'contacts:write', 'deals:read', 'deals:write'] as const),
  ...(['events:read', 'eventCalls:read', 'users:read'] as const),
] satisfies Scope[];

/** Without write scopes, as a closer may have chosen on the consent page. */
const fewerScopes = scopes.filter((scope) => scope.endsWith(':read'));

interface AppOwners {
  workspaceId: number;
  ownerId: number;
  closerId: number;
  todayMs: number;
  now: Date;
}

/** Registers an app of the owner, connected by the owner and a closer. Nobody has its secret or a token. */
export async function insertApp(client: pg.ClientBase, owners: AppOwners): Promise<DemoConnection[]> {
  const { workspaceId, ownerId, closerId, todayMs, now } = owners;
  const { clientId } = await insertClient(client, workspaceId, {
    userId: ownerId,
    clientId: generateClientId(),
    clientType: 'CONFIDENTIAL',
    name: 'Pipeline Board',
    homepageUrl: 'https://pipeline-board.example',
    redirectUris: ['https://pipeline-board.example/oauth/callback'],
    grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
    allowedScopes: scopes,
    secretHash: sha256(generateClientSecret()),
    createdAt: new Date(todayMs - 26 * dayMs),
  });
  const connections: DemoConnection[] = [];
  for (const [userId, granted, days, minutes] of [
    [ownerId, scopes, 25, 12],
    [closerId, fewerScopes, 9, 47],
  ] as const) {
    const connectedAt = new Date(todayMs - days * dayMs);
    const refreshedAt = new Date(now.getTime() - minutes * minuteMs);
    const id = await connect(client, {
      workspaceId,
      userId,
      clientId,
      scopes: granted.join(' '),
      connectedAt,
      refreshedAt,
    });
    connections.push({ id, clientId, userId });
  }
  return connections;
}

interface ConnectedApp {
  workspaceId: number;
  userId: number;
  clientId: string;
  /** The scopes, separated by spaces. */
  scopes: string;
  connectedAt: Date;
  refreshedAt: Date;
}

/** Connects an app that has refreshed its tokens since then. Returns the id of the connection. */
async function connect(
  client: pg.ClientBase,
  { scopes, connectedAt, refreshedAt, ...app }: ConnectedApp,
): Promise<string> {
  const grantId = `con_${randomBase62(22)}`;
  const [first, access, refresh] = [newToken('REFRESH'), newToken('ACCESS'), newToken('REFRESH')];
  const consent = { ...app, grantId, scopes, now: connectedAt, lifetimeSeconds: lifetimeSeconds.REFRESH };
  await insertConsent(client, { ...consent, tokens: columnsOf([first], scopes) });
  const exchange = [app.workspaceId, grantId, first.hash, refreshedAt, lifetimeSeconds.REFRESH, refresh.hash];
  await onClient(client).run(writeExchange, [...exchange, ...columnsOf([access, refresh], scopes)]);
  return grantId;
}

interface Token {
  hash: Buffer;
  kind: TokenKind;
}

/** The hash itself is random, so no token matches it. */
function newToken(kind: TokenKind): Token {
  return { hash: randomBytes(32), kind };
}

function columnsOf(tokens: readonly Token[], scopes: string): unknown[] {
  return [
    tokens.map(({ hash }) => hash),
    tokens.map(({ kind }) => kind),
    tokens.map(() => scopes),
    tokens.map(() => null),
    tokens.map(({ kind }) => lifetimeSeconds[kind]),
  ];
}
