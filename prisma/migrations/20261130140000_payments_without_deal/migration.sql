-- Counts and sorts the payments that wait for a deal, which are few among those that have one.
CREATE INDEX "Transaction_withoutDeal_idx" ON "Transaction"("workspaceId", "time", "id") WHERE "dealId" IS NULL;
