-- A report counts the forms of a period from this index alone. The condition always holds: it keeps the index away from lookups by
-- contact and event, for which PostgreSQL would take it as long as it has no statistics.
CREATE INDEX "InviteeAnswer_forms_idx" ON "InviteeAnswer"("workspaceId", "createdAt") INCLUDE ("contactId", "eventId")
  WHERE "createdAt" IS NOT NULL;
