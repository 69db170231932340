-- The deliveries of an endpoint that have failed, newest first: few among many that were delivered.
CREATE INDEX "WebhookDelivery_failed_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "id") WHERE "status" = 'FAILED';
