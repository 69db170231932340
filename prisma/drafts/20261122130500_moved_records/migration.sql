-- The events by which a list that is read by cursor finds the calls, deals and transactions that have moved meanwhile.
CREATE INDEX "WebhookEvent_moved_idx" ON "WebhookEvent"("workspaceId", "kind", "id")
WHERE "kind" IN ('call.rescheduled', 'deal.updated', 'transaction.updated');
