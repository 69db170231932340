-- DropIndex
DROP INDEX "Event_linkPrefix_key";

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ALTER COLUMN "slotInterval" DROP NOT NULL,
ALTER COLUMN "bookingWindow" DROP NOT NULL;

-- CreateTable
CREATE TABLE "ScheduleOverride" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "scheduleId" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "startMinutes" SMALLINT[],
    "endMinutes" SMALLINT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ScheduleOverride_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "TimeOff" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "startTime" TIMESTAMPTZ(3) NOT NULL,
    "endTime" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TimeOff_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ScheduleOverride_workspaceId_scheduleId_date_key" ON "ScheduleOverride"("workspaceId", "scheduleId", "date");

-- CreateIndex
CREATE INDEX "TimeOff_workspaceId_userId_endTime_idx" ON "TimeOff"("workspaceId", "userId", "endTime");

-- AddForeignKey
ALTER TABLE "ScheduleOverride" ADD CONSTRAINT "ScheduleOverride_workspaceId_scheduleId_fkey" FOREIGN KEY ("workspaceId", "scheduleId") REFERENCES "Schedule"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "TimeOff" ADD CONSTRAINT "TimeOff_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What follows is written by hand: the diff tool does not see it.

-- A link names one event of the installation. That of a deleted event is free.
CREATE UNIQUE INDEX "Event_linkPrefix_live_key" ON "Event" ("linkPrefix") WHERE "deletedAt" IS NULL;

-- A buffer lasts a day at most: whoever reads the calls around a time relies on it to know how far to look.
ALTER TABLE "Event" ADD CONSTRAINT "Event_rules_check" CHECK (
  "bufferBefore" BETWEEN 0 AND 1440 AND "bufferAfter" BETWEEN 0 AND 1440 AND "minimumNotice" >= 0
  AND "bookingWindow" >= 0 AND "dailyLimit" >= 1
);
ALTER TABLE "ScheduleOverride" ADD CONSTRAINT "ScheduleOverride_timings_check"
  CHECK (cardinality("startMinutes") = cardinality("endMinutes"));
ALTER TABLE "TimeOff" ADD CONSTRAINT "TimeOff_order_check" CHECK ("startTime" < "endTime");
