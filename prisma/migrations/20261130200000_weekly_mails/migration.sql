CREATE TABLE "WeeklyMail" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "week" DATE NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leases" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "leasedUntil" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "WeeklyMail_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('WeeklyMail');
CREATE UNIQUE INDEX "WeeklyMail_userId_workspaceId_key" ON "WeeklyMail"("userId", "workspaceId");
CREATE INDEX "WeeklyMail_dueAt_idx" ON "WeeklyMail"("dueAt");
ALTER TABLE "WeeklyMail" ADD CONSTRAINT "WeeklyMail_workspaceId_userId_fkey"
  FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;
