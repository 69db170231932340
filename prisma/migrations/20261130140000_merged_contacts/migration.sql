CREATE TABLE "MergedContact" (
    "workspaceId" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "previewId" VARCHAR(40) NOT NULL,
    "contactId" INTEGER NOT NULL,
    "firstName" VARCHAR(100),
    "lastName" VARCHAR(100),
    "emails" TEXT[],
    "phoneNumbers" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "MergedContact_pkey" PRIMARY KEY ("workspaceId","id")
);
SELECT "placeTable"('MergedContact');

CREATE UNIQUE INDEX "MergedContact_previewId_workspaceId_key" ON "MergedContact"("previewId", "workspaceId");
CREATE INDEX "MergedContact_contactId_workspaceId_idx" ON "MergedContact"("contactId", "workspaceId");
CREATE INDEX "MergedContact_emails_idx" ON "MergedContact" USING GIN ("workspaceId" int4_ops, "emails");
CREATE INDEX "MergedContact_phoneNumbers_idx" ON "MergedContact" USING GIN ("workspaceId" int4_ops, "phoneNumbers");

ALTER TABLE "MergedContact" ADD CONSTRAINT "MergedContact_workspaceId_contactId_fkey"
  FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "MergeUndo" (
    "workspaceId" INTEGER NOT NULL,
    "mergedContactId" INTEGER NOT NULL,
    "state" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "MergeUndo_pkey" PRIMARY KEY ("workspaceId","mergedContactId")
);
SELECT "placeTable"('MergeUndo');

CREATE INDEX "MergeUndo_expiresAt_idx" ON "MergeUndo"("expiresAt");

ALTER TABLE "MergeUndo" ADD CONSTRAINT "MergeUndo_workspaceId_mergedContactId_fkey"
  FOREIGN KEY ("workspaceId", "mergedContactId") REFERENCES "MergedContact"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
