-- CreateIndex
CREATE INDEX "Contact_workspaceId_updatedAt_id_idx" ON "Contact"("workspaceId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Deal_workspaceId_createdAt_id_idx" ON "Deal"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Deal_workspaceId_updatedAt_id_idx" ON "Deal"("workspaceId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Transaction_workspaceId_createdAt_id_idx" ON "Transaction"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Transaction_workspaceId_updatedAt_id_idx" ON "Transaction"("workspaceId", "updatedAt", "id");
