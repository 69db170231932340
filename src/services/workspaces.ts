import type { ClientBase } from 'pg';
import { queriesOf } from '#src/db/queries-of-prisma.ts';
import { readOpenStageIds } from '#src/db/reads/contact-stages.ts';
import { freeLink, takeLink } from '#src/db/writes/booking-links.ts';
import { holdName, isUsername } from '#src/db/writes/members.ts';
import { type Grants, lockGrants, lockSettings, updateGrants, updateSettings } from '#src/db/writes/workspaces.ts';
import { fieldError, invalidInput, requireFound } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { storedMailTexts } from '#src/domain/notifications/mail-text.ts';
import type { Plan } from '#src/domain/principal/plans.ts';
import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import type { StageRule } from '#src/domain/workspaces/stage-rules.ts';
import type {
  CreateWorkspaceInput,
  SetWorkspaceInput,
  UpdateWorkspaceInput,
} from '#src/domain/workspaces/workspace.ts';
import { hashPassword, verifyPassword } from '#src/lib/secrets/password.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import { refuseWeakPassword } from '#src/services/accounts/password-checks.ts';
import { changesOf } from '#src/services/changes.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import { type EnsuredUser, ensureUser } from '#src/services/members/members.ts';
import { addWorkingHours } from '#src/services/schedules/working-hours.ts';
import { auditedChanges } from './audit/audited-changes.ts';
import type { AuditContext } from './audit/context.ts';
import { operator, recordAudit, recordAuditOf } from './audit/record-audit.ts';

/** Creates a workspace with its contact stage and its owner, who gets working hours. A known user keeps their password. */
export async function createWorkspace(
  context: ServiceContext & AuditContext,
  input: CreateWorkspaceInput,
): Promise<{ workspaceId: number; userId: number }> {
  const { ownerEmail: email, ownerFirstName: firstName, ownerLastName: lastName } = input;
  // A known user keeps their password, even if today's rules would refuse it.
  if ((await context.db.prisma.user.count({ where: { email } })) === 0) {
    const owner = { email, firstName, lastName, workspaceNames: [input.name] };
    await refuseWeakPassword(input.ownerPassword, owner, 'ownerPassword');
  }
  const passwordHash = await hashPassword(input.ownerPassword);
  return context.db.prisma.$transaction(async (tx) => {
    const owner = await ensureUser(tx, { email, passwordHash, firstName, lastName, timeZone: input.timeZone });
    await refuseOtherPassword(owner, input.ownerPassword);
    const workspace = await tx.workspace.create({ data: workspaceOf(input, owner.userId), select: { id: true } });
    const member = { workspaceId: workspace.id, userId: owner.userId };
    await addWorkingHours(tx, { ...member, timeZone: input.timeZone });
    const created = { workspaceId: member.workspaceId, action: 'workspace.created', actor: operator } as const;
    await recordAuditOf(queriesOf(tx), context, created);
    return member;
  });
}

/** Without this check, the operator would believe that the entered password works. */
async function refuseOtherPassword(owner: EnsuredUser, password: string): Promise<void> {
  if (owner.isNew || (await verifyPassword(owner.passwordHash, password))) return;
  throw fieldError('ownerPassword', 'taken', 'A user with this email address already exists with a different password');
}

/** The rows of a workspace with its owner and its contact stage. */
export function workspaceOf(
  { name, plan, timeZone }: Pick<CreateWorkspaceInput, 'name' | 'plan' | 'timeZone'>,
  userId: number,
) {
  const { options, ...field } = contactStage;
  const stages = options.map((option, displayIndex) => ({ name: option, displayIndex, isDefault: displayIndex === 0 }));
  return {
    name,
    plan,
    timeZone,
    memberships: { create: { userId, role: 'OWNER' as const } },
    customFields: { create: { ...field, isSystemField: true, options: { create: stages } } },
  };
}

/** Changes the settings of the caller's workspace that are present. */
export async function updateWorkspace(context: CallerContext, input: UpdateWorkspaceInput): Promise<void> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  await db.write(async (client) => {
    const before = requireFound(await lockSettings(client, workspaceId));
    const { mailTexts, ...others } = input;
    const changes = changesOf(before, { ...others, mailTexts: mailTexts && storedMailTexts(mailTexts) });
    if (!changes) return;
    if (changes.stageRules) await requireStages(client, workspaceId, changes.stageRules);
    if (changes.link !== undefined) await moveTeamPage(client, { workspaceId, from: before.link, to: changes.link });
    await updateSettings(client, workspaceId, changes);
    await recordAudit(client, context, 'workspace.updated', undefined, auditedChanges(changes, before));
  });
}

/** Requires that the rules name stages that take contacts. */
async function requireStages(client: ClientBase, workspaceId: number, rules: readonly StageRule[]): Promise<void> {
  const open = await readOpenStageIds(client, workspaceId);
  const problems = rules.flatMap(({ optionId }, index): Problem[] => {
    if (optionId === null || open.has(optionId)) return [];
    const message = 'Must be the id of a stage that is not archived';
    return [{ path: ['stageRules', index, 'optionId'], code: 'not_found', message }];
  });
  if (problems.length > 0) throw invalidInput(problems);
}

interface Move {
  readonly workspaceId: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** Takes the new address of the team page. It must be no member's: `/e/<username>` is the page of that member. */
async function moveTeamPage(client: ClientBase, { workspaceId, from, to }: Move): Promise<void> {
  if (from !== null) await freeLink(client, from);
  if (to === null) return;
  await holdName(client, to);
  const isTaken = (await isUsername(client, to)) || !(await takeLink(client, to, workspaceId));
  if (isTaken) throw fieldError('link', 'taken', 'Is taken: choose another link');
}

/** Sets what the operator grants a workspace. It takes effect with the workspace's next request. */
export async function setWorkspace(
  context: ServiceContext & AuditContext,
  { workspaceId, ...changes }: SetWorkspaceInput,
): Promise<{ workspaceId: number } & Grants> {
  return context.db.write(async (client) => {
    const before = await lockGrants(client, workspaceId);
    if (!before) throw fieldError('workspaceId', 'not_found', 'There is no workspace with this id');
    const after = { ...before, ...withoutUndefined(changes) };
    await updateGrants(client, workspaceId, after);
    const updated = { workspaceId, action: 'workspace.updated', changes: auditedChanges(after, before) } as const;
    await recordAuditOf(client, context, { ...updated, actor: operator });
    return { workspaceId, ...after };
  });
}

interface WorkspaceSummary {
  readonly workspaceId: number;
  readonly name: string;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly rateLimitPoints: number;
  readonly graphqlCost: number;
  readonly members: number;
  readonly createdAt: string;
}

/** Lists all workspaces in the order of their creation, for the operator. */
export async function listWorkspaces({ db }: ServiceContext): Promise<WorkspaceSummary[]> {
  const rows = await db.prisma.workspace.findMany({
    include: { _count: { select: { memberships: { where: { removedAt: null } } } } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id, name, plan, timeZone, rateLimitPoints, graphqlCost, createdAt, _count }) => ({
    workspaceId: id,
    name,
    plan,
    timeZone,
    rateLimitPoints,
    graphqlCost,
    members: _count.memberships,
    createdAt: createdAt.toISOString(),
  }));
}

/** Throws a validation error if there is no such workspace. */
export async function requireWorkspace({ db }: ServiceContext, workspaceId: number): Promise<void> {
  if ((await db.prisma.workspace.count({ where: { id: workspaceId } })) > 0) return;
  throw fieldError('workspaceId', 'not_found', 'There is no workspace with this id');
}

/** Reads the name of a workspace; empty if there is none. */
export async function workspaceNameOf({ db }: ServiceContext, workspaceId: number): Promise<string> {
  const workspace = await db.prisma.workspace.findUnique({ where: { id: workspaceId }, select: { name: true } });
  return workspace?.name ?? '';
}
