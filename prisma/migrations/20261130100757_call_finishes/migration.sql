CREATE TABLE "CallFinish" (
    "workspaceId" INTEGER NOT NULL,
    "eventCallId" INTEGER NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "created" JSONB NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "finishedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "CallFinish_pkey" PRIMARY KEY ("workspaceId","eventCallId")
);
SELECT "placeTable"('CallFinish');

CREATE INDEX "CallFinish_finishedAt_idx" ON "CallFinish"("finishedAt");

ALTER TABLE "CallFinish" ADD CONSTRAINT "CallFinish_workspaceId_eventCallId_fkey"
  FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
