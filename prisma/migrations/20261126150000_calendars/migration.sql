CREATE TYPE "CalendarKind" AS ENUM ('ICS', 'CALDAV', 'GOOGLE', 'MICROSOFT');
CREATE TYPE "CalendarEntryStatus" AS ENUM ('WAITING', 'WRITTEN', 'REMOVED', 'MISSING', 'FAILED');
CREATE TYPE "CalendarFeedScope" AS ENUM ('OWN', 'WORKSPACE');

CREATE TABLE "CalendarConnection" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "kind" "CalendarKind" NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "secret" BYTEA NOT NULL,
  "problem" VARCHAR(500),
  "disconnectedAt" TIMESTAMPTZ(3),
  "lastReadAt" TIMESTAMPTZ(3),
  "readableUntil" TIMESTAMPTZ(3) NOT NULL,
  "nextReadAt" TIMESTAMPTZ(3) NOT NULL,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "failedAt" TIMESTAMPTZ(3),
  "refreshLeasedUntil" TIMESTAMPTZ(3),
  "leases" INTEGER NOT NULL DEFAULT 0,
  "leasedUntil" TIMESTAMPTZ(3),
  "noticedAt" TIMESTAMPTZ(3),
  "noticeLeasedUntil" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "CalendarConnection_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('CalendarConnection');
CREATE INDEX "CalendarConnection_userId_workspaceId_id_idx" ON "CalendarConnection"("userId", "workspaceId", "id");
-- One that is disconnected is not read until it has a new credential.
CREATE INDEX "CalendarConnection_due_idx" ON "CalendarConnection"("nextReadAt", "workspaceId", "id") WHERE "disconnectedAt" IS NULL;
-- What host and owners have not been written to about.
CREATE INDEX "CalendarConnection_unnoticed_idx" ON "CalendarConnection"("readableUntil", "workspaceId", "id") WHERE "noticedAt" IS NULL;
ALTER TABLE "CalendarConnection" ADD CONSTRAINT "CalendarConnection_workspaceId_userId_fkey"
  FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "Calendar" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "connectionId" INTEGER NOT NULL,
  "externalId" VARCHAR(2048) NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "timeZone" VARCHAR(64),
  "isWritable" BOOLEAN NOT NULL,
  "countsAsBusy" BOOLEAN NOT NULL DEFAULT true,
  "takesBookings" BOOLEAN NOT NULL DEFAULT false,
  "busy" BYTEA NOT NULL DEFAULT '',
  "busyUntil" TIMESTAMPTZ(3),
  "syncState" TEXT,
  "channelId" VARCHAR(255),
  "channelUntil" TIMESTAMPTZ(3),
  CONSTRAINT "Calendar_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('Calendar');
CREATE INDEX "Calendar_connectionId_workspaceId_id_idx" ON "Calendar"("connectionId", "workspaceId", "id");
ALTER TABLE "Calendar" ADD CONSTRAINT "Calendar_workspaceId_connectionId_fkey"
  FOREIGN KEY ("workspaceId", "connectionId") REFERENCES "CalendarConnection"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "CalendarEntry" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "eventCallId" INTEGER NOT NULL,
  "calendarId" INTEGER NOT NULL,
  "status" "CalendarEntryStatus" NOT NULL DEFAULT 'WAITING',
  "externalId" VARCHAR(2048),
  "version" INTEGER NOT NULL DEFAULT 1,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leases" INTEGER NOT NULL DEFAULT 0,
  "leasedUntil" TIMESTAMPTZ(3),
  "dueAt" TIMESTAMPTZ(3),
  "lastError" VARCHAR(500),
  "writtenAt" TIMESTAMPTZ(3),
  "endTime" TIMESTAMPTZ(3) NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "CalendarEntry_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('CalendarEntry');
CREATE UNIQUE INDEX "CalendarEntry_workspaceId_eventCallId_calendarId_key" ON "CalendarEntry"("workspaceId", "eventCallId", "calendarId");
CREATE INDEX "CalendarEntry_calendarId_workspaceId_id_idx" ON "CalendarEntry"("calendarId", "workspaceId", "id");
CREATE INDEX "CalendarEntry_endTime_idx" ON "CalendarEntry"("endTime");
-- What is to be written, which is little beside what was.
CREATE INDEX "CalendarEntry_due_idx" ON "CalendarEntry"("dueAt", "workspaceId", "id") WHERE "dueAt" IS NOT NULL;
ALTER TABLE "CalendarEntry" ADD CONSTRAINT "CalendarEntry_workspaceId_eventCallId_fkey"
  FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "CalendarEntry" ADD CONSTRAINT "CalendarEntry_workspaceId_calendarId_fkey"
  FOREIGN KEY ("workspaceId", "calendarId") REFERENCES "Calendar"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "CalendarFeed" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "scope" "CalendarFeedScope" NOT NULL,
  "tokenHash" BYTEA NOT NULL,
  "lastReadAt" TIMESTAMPTZ(3),
  "contentHash" BYTEA,
  "changedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "CalendarFeed_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('CalendarFeed');
CREATE UNIQUE INDEX "CalendarFeed_tokenHash_workspaceId_key" ON "CalendarFeed"("tokenHash", "workspaceId");
CREATE INDEX "CalendarFeed_userId_workspaceId_id_idx" ON "CalendarFeed"("userId", "workspaceId", "id");
ALTER TABLE "CalendarFeed" ADD CONSTRAINT "CalendarFeed_workspaceId_userId_fkey"
  FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;
