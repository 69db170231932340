import { hash } from 'node:crypto';
import type { Reply, Request } from 'fastify';
import type { Prepared, Queries } from './queries.ts';

export interface Caller {
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: string;
  readonly rateLimitPoints: number;
}

interface KeyRow extends Caller {
  readonly scopes: string[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

const byHash: Prepared = {
  name: 'key',
  text: `SELECT m."workspaceId", m."userId", m."role", w."plan", w."timeZone", w."rateLimitPoints",
    k."scopes", k."expiresAt", k."revokedAt"
  FROM "ApiKey" k
  JOIN "Membership" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId"
  JOIN "Workspace" w ON w."id" = k."workspaceId"
  WHERE k."hash" = $1`,
};

/** A hook that requires a valid key with this scope. It reads the key from the database on every request. */
export function requireScope(queries: Queries, scope: string) {
  return async (request: Request, reply: Reply): Promise<unknown> => {
    const { authorization } = request.headers;
    if (!authorization?.startsWith('Bearer ')) return reply.code(401).send({ message: 'API key is required' });
    const digest = hash('sha256', authorization.slice('Bearer '.length), 'buffer');
    const [key] = await queries.run<KeyRow>(byHash, [digest]);
    if (!key || key.revokedAt !== null) return reply.code(401).send({ message: 'Invalid API key' });
    if (isOver(key.expiresAt)) return reply.code(401).send({ message: 'API key has expired' });
    if (!key.scopes.includes(scope)) return reply.code(403).send({ message: `Missing scope: ${scope}` });
    request.caller = key;
    setRateHeaders(reply, key);
    return undefined;
  };
}

function isOver(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

/** Sends the headers of a limit that the benchmark never exceeds. */
function setRateHeaders(reply: Reply, { rateLimitPoints }: Caller): void {
  reply.header('RateLimit-Limit', String(rateLimitPoints));
  reply.header('RateLimit-Remaining', String(rateLimitPoints - 1));
  reply.header('RateLimit-Reset', new Date(Date.now() + 1000).toISOString());
}

export function seesWholeWorkspace({ role }: Caller): boolean {
  return role === 'OWNER' || role === 'ADMIN';
}
