import type { InviteeColumns } from '../../src/db/writes/invitees.ts';
import { generateApiKey, generateSessionToken } from '../../src/domain/principal/credentials.ts';
import type { Role } from '../../src/domain/principal/roles.ts';
import { allScopes, type Scope } from '../../src/domain/principal/scopes.ts';
import { sha256 } from '../../src/lib/secrets/crypto.ts';
import type { ServiceContext } from '../../src/services/context.ts';
import { callFactories } from './call-factories.ts';
import { inviteeKey, writeCalls } from './call-writes.ts';
import type { AnswersDraft, CallDraft, ScheduleDraft } from './drafts.ts';
import { nextSerial } from './serial.ts';

export type { AnswersDraft, CallDraft, ScheduleDraft } from './drafts.ts';

export interface Member {
  readonly workspaceId: number;
  readonly userId: number;
}

export interface Factories extends RecordFactories {
  /** A call of the member; by default the times are a day apart. */
  call(member: Member, draft?: CallDraft): Promise<number>;
  /** Answers of a call, in the order of insertion; returns the ids of the custom fields. */
  answers(workspaceId: number, callId: number, draft: AnswersDraft): Promise<number[]>;
  /** Seven days; the days in the draft have its timings. */
  schedule(member: Member, options?: ScheduleDraft): Promise<number>;
}

export interface RecordFactories {
  workspace(options?: { timeZone?: string; rateLimitPoints?: number; graphqlCost?: number }): Promise<Member>;
  member(workspaceId: number, role: Role, name?: { firstName: string; lastName: string }): Promise<Member>;
  apiKey(member: Member, options?: { scopes?: readonly Scope[]; expiresAt?: string }): Promise<string>;
  session(member: Member, options?: { expiresAt?: string }): Promise<string>;
  event(host: Member, options?: { name?: string; callType?: CallDraft['callType'] }): Promise<number>;
  contact(workspaceId: number, options?: { email?: string; userId?: number }): Promise<number>;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a statement that writes calls of a workspace, and corrects its rollups in the same transaction. */
  writeCalls<Row extends object>(workspaceId: number, text: string, values?: unknown[]): Promise<Row[]>;
  /** Adds the invitee of calls and returns their key. */
  inviteeKey(workspaceId: number, invitee: InviteeColumns): Promise<string>;
  /** Inserts any row. Returns it as stored. */
  insert(table: string, row: Record<string, unknown>): Promise<{ id: number }>;
}

/** Ready-made rows, each in one call. No test relies on the default values. */
export function factories({ db }: ServiceContext): Factories {
  const sql: Factories['sql'] = async (text, values = []) => (await db.pool.query(text, values)).rows;
  const insert: Factories['insert'] = async (table, row) => {
    const { text, values } = insertion(table, row);
    if (table === 'Event' && row.deletedAt === undefined) {
      await sql('INSERT INTO "BookingLink" VALUES ($1, $2)', [row.linkPrefix, row.workspaceId]);
    }
    return (await sql<{ id: number }>(text, values))[0] as { id: number };
  };
  const member: Factories['member'] = async (workspaceId, role, name = { firstName: 'Ada', lastName: 'Price' }) => {
    const username = `user-${nextSerial()}`;
    const user = await insert('User', { email: `${username}@example.com`, username, ...name });
    await insert('Membership', { workspaceId, userId: user.id, role });
    return { workspaceId, userId: user.id };
  };
  const records: RecordFactories = {
    sql,
    insert,
    member,
    inviteeKey: (workspaceId, invitee) => inviteeKey(db, workspaceId, invitee),
    writeCalls: (workspaceId, text, values) => writeCalls(db, { workspaceId, text, values }),
    async workspace(options = {}) {
      const { id } = await insert('Workspace', {
        name: 'Acme',
        rateLimitPoints: 1_000_000,
        graphqlCost: 100_000_000,
        ...options,
      });
      return member(id, 'OWNER');
    },
    async apiKey({ workspaceId, userId }, { scopes = allScopes, expiresAt } = {}) {
      const key = generateApiKey();
      const row = { workspaceId, userId, name: 'Test', hash: sha256(key), lastFour: key.slice(-4), scopes, expiresAt };
      await insert('ApiKey', row);
      return key;
    },
    async session({ workspaceId, userId }, { expiresAt = '2026-04-01T00:00:00.000Z' } = {}) {
      const token = generateSessionToken();
      await insert('Session', { tokenHash: sha256(token), workspaceId, userId, expiresAt });
      return token;
    },
    async event({ workspaceId, userId }, { name = 'Strategy call', callType = 'STRATEGY_EVENT' } = {}) {
      const linkPrefix = `user-${userId}/event-${nextSerial()}`;
      return (await insert('Event', { workspaceId, name, linkPrefix, callType, duration: 30, slotInterval: 30 })).id;
    },
    async contact(workspaceId, options = {}) {
      const serial = nextSerial();
      const row = { workspaceId, previewId: `contact_${serial}`, firstName: 'Ira', lastName: 'Cole' };
      return (await insert('Contact', { ...row, email: `invitee-${serial}@example.com`, ...options })).id;
    },
  };
  return { ...records, ...callFactories(records, db) };
}

/** SQL that inserts a row and returns it. */
export function insertion(table: string, row: Record<string, unknown>): { text: string; values: unknown[] } {
  const names = Object.keys(row).filter((name) => row[name] !== undefined);
  const text = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
    VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING *`;
  return { text, values: names.map((name) => row[name]) };
}
