CREATE TABLE "ContactNote" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contactId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "eventCallId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ContactNote_pkey" PRIMARY KEY ("workspaceId","id")
);
SELECT "placeTable"('ContactNote');

CREATE INDEX "ContactNote_contactId_workspaceId_createdAt_id_idx" ON "ContactNote"("contactId", "workspaceId", "createdAt", "id");
CREATE INDEX "ContactNote_eventCallId_workspaceId_idx" ON "ContactNote"("eventCallId", "workspaceId");
CREATE INDEX "ContactNote_userId_workspaceId_idx" ON "ContactNote"("userId", "workspaceId");
CREATE INDEX "ContactNote_workspaceId_createdAt_id_idx" ON "ContactNote"("workspaceId", "createdAt", "id");
CREATE INDEX "ContactNote_workspaceId_updatedAt_id_idx" ON "ContactNote"("workspaceId", "updatedAt", "id");

ALTER TABLE "ContactNote" ADD CONSTRAINT "ContactNote_workspaceId_contactId_fkey"
  FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "ContactNote" ADD CONSTRAINT "ContactNote_workspaceId_eventCallId_fkey"
  FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "ContactNote" ADD CONSTRAINT "ContactNote_workspaceId_userId_fkey"
  FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;
