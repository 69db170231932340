-- A list of calls that await an outcome read every cancelled call without one, which stay for ever. Each call is in one of
-- these two indexes at most, so that a change of a call writes no more than before.
DROP INDEX "EventCall_workspaceId_outcome_dateTime_id_idx";
CREATE INDEX "EventCall_outcome_idx" ON "EventCall"("workspaceId", "outcome", "dateTime", "id") WHERE "outcome" IS NOT NULL;
CREATE INDEX "EventCall_awaitingOutcome_idx" ON "EventCall"("workspaceId", "dateTime", "id")
  WHERE "outcome" IS NULL AND "status" <> 'CANCELLED';
