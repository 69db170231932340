import type { ClientBase } from 'pg';
import type { Plan } from '#src/domain/principal/plans.ts';
import type { WorkspaceSettings } from '#src/domain/workspaces/workspace.ts';
import { presentColumns } from './rows.ts';

/** Reads the settings, and locks them until the transaction ends. */
export async function lockSettings(client: ClientBase, workspaceId: number): Promise<WorkspaceSettings | undefined> {
  const { rows } = await client.query<WorkspaceSettings>(
    `SELECT "name", "link", "timeZone", "country", "language", "firstWeekday", "hourFormat", "accentColor", "showsBranding", "mailTexts",
       "keepsUnbookedLeads", "embedOrigins", "stageRules", "assignsHostAsOwner" FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE`,
    [workspaceId],
  );
  return rows[0];
}

/** Writes the given settings, and the time of the update. */
export async function updateSettings(
  client: ClientBase,
  workspaceId: number,
  settings: Partial<WorkspaceSettings>,
): Promise<void> {
  const { mailTexts, stageRules, ...others } = settings;
  // The driver would send a list as an array of PostgreSQL.
  const lists = {
    mailTexts: mailTexts && JSON.stringify(mailTexts),
    stageRules: stageRules && JSON.stringify(stageRules),
  };
  const columns = { ...others, ...lists };
  const { updates, values } = presentColumns(columns, 1);
  await client.query(`UPDATE "Workspace" SET ${updates}"updatedAt" = now() WHERE "id" = $1`, [workspaceId, ...values]);
}

/** What the operator grants a workspace. */
export interface Grants {
  readonly plan: Plan;
  readonly rateLimitPoints: number;
  readonly graphqlCost: number;
}

export async function lockGrants(client: ClientBase, workspaceId: number): Promise<Grants | undefined> {
  const { rows } = await client.query<Grants>(
    'SELECT "plan", "rateLimitPoints", "graphqlCost" FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE',
    [workspaceId],
  );
  return rows[0];
}

export async function updateGrants(client: ClientBase, workspaceId: number, grants: Grants): Promise<void> {
  const { plan, rateLimitPoints, graphqlCost } = grants;
  await client.query(
    `UPDATE "Workspace" SET "plan" = $2, "rateLimitPoints" = $3, "graphqlCost" = $4, "updatedAt" = now() WHERE "id" = $1`,
    [workspaceId, plan, rateLimitPoints, graphqlCost],
  );
}
