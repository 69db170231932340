-- CreateEnum
CREATE TYPE "WebhookPauseReason" AS ENUM ('REQUESTED', 'GONE', 'FAILING');

-- DropForeignKey
ALTER TABLE "WebhookDelivery" DROP CONSTRAINT "WebhookDelivery_workspaceId_eventId_fkey";

-- DropForeignKey
ALTER TABLE "WebhookDelivery" DROP CONSTRAINT "WebhookDelivery_workspaceId_webhookId_fkey";

-- DropIndex
DROP INDEX "WebhookDelivery_workspaceId_status_dueAt_idx";

-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "dueAt" TIMESTAMPTZ(3),
ADD COLUMN     "grantId" VARCHAR(64),
ADD COLUMN     "lastSequence" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "leasedBy" VARCHAR(64),
ADD COLUMN     "leasedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "pauseReason" "WebhookPauseReason",
ADD COLUMN     "pausedAt" TIMESTAMPTZ(3),
ADD COLUMN     "warnedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "WebhookDelivery" DROP CONSTRAINT "WebhookDelivery_pkey",
DROP COLUMN "attempt",
DROP COLUMN "latencyMs",
DROP COLUMN "responseStart",
DROP COLUMN "responseStatus",
DROP COLUMN "sentAt",
ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "isManual" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sequence" BIGINT NOT NULL,
ALTER COLUMN "id" SET DATA TYPE BIGINT,
ALTER COLUMN "eventId" SET DATA TYPE BIGINT,
ADD CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("workspaceId", "id");

-- AlterTable
ALTER TABLE "WebhookEvent" DROP CONSTRAINT "WebhookEvent_pkey",
ADD COLUMN     "isDispatched" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "previous" JSONB,
ALTER COLUMN "id" SET DATA TYPE BIGINT,
ADD CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("workspaceId", "id");

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "workspaceId" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "deliveryId" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "latencyMs" INTEGER NOT NULL,
    "responseStatus" INTEGER,
    "responseStart" VARCHAR(1000),
    "error" VARCHAR(500),

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "CallReminder" (
    "workspaceId" INTEGER NOT NULL,
    "eventCallId" INTEGER NOT NULL,
    "dateTime" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CallReminder_pkey" PRIMARY KEY ("workspaceId","eventCallId","dateTime")
);

-- CreateIndex
CREATE INDEX "WebhookAttempt_workspaceId_deliveryId_idx" ON "WebhookAttempt"("workspaceId", "deliveryId");

-- CreateIndex
CREATE INDEX "CallReminder_dateTime_idx" ON "CallReminder"("dateTime");

-- CreateIndex
CREATE INDEX "Webhook_workspaceId_grantId_idx" ON "Webhook"("workspaceId", "grantId");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_workspaceId_webhookId_sequence_key" ON "WebhookDelivery"("workspaceId", "webhookId", "sequence");

-- CreateIndex
CREATE INDEX "WebhookEvent_createdAt_idx" ON "WebhookEvent"("createdAt");

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_grantId_fkey" FOREIGN KEY ("workspaceId", "grantId") REFERENCES "OAuthGrant"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_webhookId_fkey" FOREIGN KEY ("workspaceId", "webhookId") REFERENCES "Webhook"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "WebhookEvent"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_workspaceId_deliveryId_fkey" FOREIGN KEY ("workspaceId", "deliveryId") REFERENCES "WebhookDelivery"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "CallReminder" ADD CONSTRAINT "CallReminder_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Events that no worker has turned into deliveries yet: the next workspace that has one, and those of a workspace in order.
CREATE INDEX "WebhookEvent_undispatched_idx" ON "WebhookEvent"("workspaceId", "id") WHERE NOT "isDispatched";

-- The deliveries that wait for an endpoint, in the order in which they are sent.
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "dueAt", "sequence") WHERE "status" = 'PENDING';

-- Endpoints with a delivery that is due.
CREATE INDEX "Webhook_due_idx" ON "Webhook"("dueAt") WHERE "status" = 'ACTIVE' AND "dueAt" IS NOT NULL;

-- Earlier values were among the others of the payload.
UPDATE "WebhookEvent" SET "previous" = jsonb_build_object('status', "payload"->'previousStatus'), "payload" = "payload" - 'previousStatus'
WHERE "kind" = 'contact.status_changed';
UPDATE "WebhookEvent" SET "previous" = jsonb_build_object('outcome', "payload"->'previousOutcome'), "payload" = "payload" - 'previousOutcome'
WHERE "kind" = 'call.outcome_added';
UPDATE "WebhookEvent" SET "previous" = jsonb_build_object('dateTime', "payload"->'previousDateTime', 'userId', "payload"->'previousUserId'),
  "payload" = "payload" - 'previousDateTime' - 'previousUserId'
WHERE "kind" = 'call.rescheduled';

-- A serial stays one of four bytes when its column grows.
ALTER SEQUENCE "WebhookEvent_id_seq" AS BIGINT;
ALTER SEQUENCE "WebhookDelivery_id_seq" AS BIGINT;
