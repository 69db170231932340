-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "retriesSince" TIMESTAMPTZ(3);

-- What a resume tries again, among many deliveries that were acknowledged or have not been tried.
CREATE INDEX "WebhookDelivery_tried_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "id")
WHERE "status" <> 'DELIVERED' AND "attempts" > 0 AND NOT "isManual";
