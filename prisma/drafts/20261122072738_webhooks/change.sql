ALTER TABLE "WebhookAttempt" DROP COLUMN "number";
