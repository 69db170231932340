-- How often a call was changed: the SEQUENCE of its invitations.
ALTER TABLE "EventCall" ADD COLUMN "sequence" INTEGER NOT NULL DEFAULT 0;

CREATE TYPE "NotificationKind" AS ENUM ('INVITATION', 'CHANGE', 'CANCELLATION', 'REMINDER');
CREATE TYPE "MailRecipient" AS ENUM ('INVITEE', 'HOST');
CREATE TYPE "NotificationStatus" AS ENUM ('WAITING', 'SENT', 'FAILED');

CREATE TABLE "Notification" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "eventCallId" INTEGER NOT NULL,
  "kind" "NotificationKind" NOT NULL,
  "recipient" "MailRecipient" NOT NULL,
  "status" "NotificationStatus" NOT NULL DEFAULT 'WAITING',
  "sequence" INTEGER NOT NULL,
  "userId" INTEGER NOT NULL,
  "dateTime" TIMESTAMPTZ(3) NOT NULL,
  "endTime" TIMESTAMPTZ(3) NOT NULL,
  "timeZone" VARCHAR(64) NOT NULL,
  "location" "EventLocation" NOT NULL,
  "locationLink" VARCHAR(2048),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leases" INTEGER NOT NULL DEFAULT 0,
  "resends" INTEGER NOT NULL DEFAULT 0,
  "lastError" VARCHAR(500),
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "leasedUntil" TIMESTAMPTZ(3),
  "sentAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "Notification_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('Notification');

CREATE INDEX "Notification_eventCallId_workspaceId_id_idx" ON "Notification"("eventCallId", "workspaceId", "id");
CREATE INDEX "Notification_endTime_idx" ON "Notification"("endTime");
-- What waits, which is little beside what was sent.
CREATE INDEX "Notification_waiting_idx" ON "Notification"("dueAt", "workspaceId", "id") WHERE "status" = 'WAITING';

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_workspaceId_eventCallId_fkey"
  FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
