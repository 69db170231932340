-- AlterTable
ALTER TABLE "WebhookAttempt" ADD COLUMN     "webhookId" INTEGER;
UPDATE "WebhookAttempt" a SET "webhookId" = d."webhookId"
FROM "WebhookDelivery" d WHERE d."workspaceId" = a."workspaceId" AND d."id" = a."deliveryId";
ALTER TABLE "WebhookAttempt" ALTER COLUMN "webhookId" SET NOT NULL;

-- CreateIndex
CREATE INDEX "WebhookAttempt_workspaceId_webhookId_sentAt_idx" ON "WebhookAttempt"("workspaceId", "webhookId", "sentAt");
