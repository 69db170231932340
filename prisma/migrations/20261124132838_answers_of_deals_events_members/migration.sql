-- An answer belongs to a contact, a call, a deal, an event or a member.
ALTER TABLE "CustomFieldAnswer" ADD COLUMN "dealId" INTEGER, ADD COLUMN "eventId" INTEGER, ADD COLUMN "userId" INTEGER;
ALTER TABLE "CustomFieldAnswer" DROP CONSTRAINT "CustomFieldAnswer_target_check";
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_target_check" CHECK (num_nonnulls("contactId", "eventCallId", "dealId", "eventId", "userId") = 1);
CREATE UNIQUE INDEX "CustomFieldAnswer_dealId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("dealId", "workspaceId", "customFieldId");
CREATE UNIQUE INDEX "CustomFieldAnswer_eventId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("eventId", "workspaceId", "customFieldId");
CREATE UNIQUE INDEX "CustomFieldAnswer_userId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("userId", "workspaceId", "customFieldId");
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_dealId_fkey" FOREIGN KEY ("workspaceId", "dealId") REFERENCES "Deal"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE;
