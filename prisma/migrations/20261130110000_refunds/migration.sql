ALTER TABLE "Transaction" ADD COLUMN "refundOf" INTEGER;
CREATE INDEX "Transaction_refundOf_workspaceId_idx" ON "Transaction"("refundOf", "workspaceId");
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_refundOf_fkey"
  FOREIGN KEY ("workspaceId", "refundOf") REFERENCES "Transaction"("workspaceId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
