import type { Invitation as Row } from '#src/db/generated/prisma/client.ts';
import { deleteInvitation, deleteInvitationOf, insertInvitation } from '#src/db/writes/invitations.ts';
import { hasMemberWithEmail } from '#src/db/writes/members.ts';
import { lockAndCount } from '#src/db/writes/rows.ts';
import { linkLifetimeMs, linkTo, newLinkToken } from '#src/domain/accounts/links.ts';
import { invitationMail } from '#src/domain/accounts/mails.ts';
import { DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import {
  type CreatedInvitation,
  type CreateInvitationInput,
  type Invitation,
  maxInvitations,
} from '#src/domain/invitations/invitation.ts';
import { mayChangeRole, type Role } from '#src/domain/principal/roles.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CallerContext } from '../context.ts';
import type { AccountContext } from './context.ts';
import { makerOf } from './makers.ts';

type InviterContext = CallerContext & AccountContext;

/** The invitations that can be accepted, newest first. */
export async function listInvitations({ db, clock, principal }: CallerContext): Promise<Invitation[]> {
  const rows = await db.prisma.invitation.findMany({
    where: { workspaceId: principal.workspaceId, expiresAt: { gt: clock.now() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map(invitationOf);
}

function invitationOf({ id, email, role, invitedBy, createdAt, expiresAt }: Omit<Row, 'tokenHash'>): Invitation {
  return { id, email, role, invitedBy, createdAt, expiresAt };
}

/** Invites an address. If the e-mail cannot be sent, no invitation is stored, because nobody would have its link. */
export async function createInvitation(
  context: InviterContext,
  input: CreateInvitationInput,
): Promise<CreatedInvitation> {
  const { mailer, appUrl, principal } = context;
  requireManaged(principal.role, input.role);
  const token = newLinkToken();
  const invitation = await store(context, input, token);
  const link = linkTo(appUrl, 'invitation', token);
  if (!mailer) return { invitation, link };
  const { workspace, maker: inviter } = await makerOf(context);
  try {
    await mailer.send(invitationMail(input.email, { workspace, inviter, link }));
  } catch (cause) {
    context.background.report(cause);
    await context.db.write(async (client) => {
      await deleteInvitation(client, [principal.workspaceId, invitation.id]);
      await recordAudit(client, context, 'member.invitation_revoked', invitation.id);
    });
    throw new DomainError('UNAVAILABLE', {
      message: 'The email could not be sent, so no invitation was created: try again later, or ask the operator',
      cause,
    });
  }
  return { invitation, link: null };
}

function store(context: InviterContext, input: CreateInvitationInput, token: string) {
  const { db, clock, principal } = context;
  const { workspaceId, userId } = principal;
  const now = clock.now();
  return db.write(async (client) => {
    const condition = '"expiresAt" > $2 AND "email" <> $3';
    const counted = { table: 'Invitation', condition, values: [now, input.email] };
    const open = await lockAndCount(client, workspaceId, counted);
    if (open >= maxInvitations) {
      const message = `The workspace has ${maxInvitations} open invitations: revoke one first`;
      throw fieldError('email', 'limit_reached', message);
    }
    if (await hasMemberWithEmail(client, workspaceId, input.email)) {
      throw fieldError('email', 'taken', 'Is already a member of this workspace');
    }
    await deleteInvitationOf(client, workspaceId, input.email);
    const row = {
      email: input.email,
      role: input.role,
      invitedBy: userId,
      tokenHash: sha256(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkLifetimeMs.invitation),
    };
    const id = await insertInvitation(client, workspaceId, row);
    await recordAudit(client, context, 'member.invited', id, auditedChanges({ role: input.role }));
    return { ...invitationOf({ workspaceId, id: 0, ...row }), id };
  });
}

/** Deletes the invitation, so that its link stops working. */
export async function revokeInvitation(context: CallerContext, { id }: ById): Promise<Invitation> {
  const { db, principal } = context;
  const { workspaceId, role } = principal;
  return db.write(async (client) => {
    const revoked = requireFound(await deleteInvitation(client, [workspaceId, id]));
    requireManaged(role, revoked.role);
    await recordAudit(client, context, 'member.invitation_revoked', id);
    return invitationOf(revoked);
  });
}

function requireManaged(caller: Role, role: Role): void {
  if (mayChangeRole(caller, role, role)) return;
  throw new DomainError('FORBIDDEN', { message: 'Only an owner can invite an owner' });
}
