-- DropForeignKey
ALTER TABLE "WebhookDelivery" DROP CONSTRAINT "WebhookDelivery_workspaceId_webhookId_fkey";

-- CreateTable
CREATE TABLE "DeletedWebhook" (
    "workspaceId" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,

    CONSTRAINT "DeletedWebhook_pkey" PRIMARY KEY ("workspaceId","id")
);

-- AddForeignKey
ALTER TABLE "DeletedWebhook" ADD CONSTRAINT "DeletedWebhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
