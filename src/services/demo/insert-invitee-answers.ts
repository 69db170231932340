import type pg from 'pg';

/** What the invitees of a workspace's calls answered when booking; nothing where they have nothing to answer with. */
export async function insertInviteeAnswers(client: pg.ClientBase, workspaceId: number): Promise<void> {
  await client.query(
    `INSERT INTO "InviteeAnswer" ("workspaceId", "contactId", "eventId", "eventCallId", "statement", "type", "answer", "createdAt")
     SELECT c."workspaceId", c."contactId", c."eventId", c."id", q."statement", q."type", a."answer", c."createdAt"
     FROM "EventCall" c
     JOIN "InviteeQuestion" q ON q."workspaceId" = c."workspaceId" AND q."eventId" = c."eventId"
     JOIN "Contact" p ON p."workspaceId" = c."workspaceId" AND p."id" = c."contactId"
     CROSS JOIN LATERAL (
       SELECT CASE q."type" WHEN 'NAME' THEN c."inviteeName" WHEN 'FIRST_NAME' THEN p."firstName"
         WHEN 'LAST_NAME' THEN p."lastName" WHEN 'EMAIL' THEN c."inviteeEmail" ELSE c."phoneNumber" END AS "answer"
     ) a
     WHERE c."workspaceId" = $1 AND a."answer" IS NOT NULL
     ORDER BY c."id", q."displayIndex"`,
    [workspaceId],
  );
}
