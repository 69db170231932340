import type pg from 'pg';
import type { Plan } from '#src/domain/access/roles.ts';

export interface NewWorkspace {
  name: string;
  plan: Plan;
  timeZone: string;
  isDemo: boolean;
  createdAt: string;
}

export async function insertWorkspace(client: pg.ClientBase, workspace: NewWorkspace): Promise<number> {
  const { name, plan, timeZone, isDemo, createdAt } = workspace;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Workspace" ("name", "plan", "timeZone", "isDemo", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING "id"`,
    [name, plan, timeZone, isDemo, createdAt],
  );
  return (rows[0] as { id: number }).id;
}
