-- The calls to come of one mailbox are counted together, whatever the address has after a plus. Calls that were booked before, and
-- those of older nodes, have none and count for their contact alone.
ALTER TABLE "EventCall" ADD COLUMN "mailboxKey" BIGINT;

CREATE INDEX "EventCall_mailboxKey_workspaceId_dateTime_idx" ON "EventCall"("mailboxKey", "workspaceId", "dateTime")
  WHERE "mailboxKey" IS NOT NULL;
