-- A calendar is disconnected by several refusals of its credential over some time, and tried again for a week after.
ALTER TABLE "CalendarConnection" ADD COLUMN "refusals" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "refusedAt" TIMESTAMPTZ(3);

-- The reader looks every second for disconnected connections that are due: those of the last week.
CREATE INDEX "CalendarConnection_retry_idx" ON "CalendarConnection"("disconnectedAt", "workspaceId", "nextReadAt") WHERE "disconnectedAt" IS NOT NULL;
