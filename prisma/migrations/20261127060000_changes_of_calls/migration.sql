CREATE TYPE "EventCallChangeKind" AS ENUM ('BOOKED', 'MOVED', 'REASSIGNED', 'CANCELLED', 'OUTCOME_SET');
CREATE TYPE "ActorKind" AS ENUM ('INVITEE', 'MEMBER', 'API_KEY', 'APP', 'OPERATOR');

CREATE TABLE "EventCallChange" (
  "workspaceId" INTEGER NOT NULL,
  "eventCallId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "kind" "EventCallChangeKind" NOT NULL,
  "actorKind" "ActorKind" NOT NULL,
  "actorId" INTEGER,
  "apiKeyId" INTEGER,
  "clientId" VARCHAR(64),
  "dateTimeBefore" TIMESTAMPTZ(3),
  "dateTime" TIMESTAMPTZ(3),
  "userIdBefore" INTEGER,
  "userId" INTEGER,
  "outcomeBefore" "CallOutcome",
  "outcome" "CallOutcome",
  "reason" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "EventCallChange_pkey" PRIMARY KEY ("workspaceId", "eventCallId", "id")
);
SELECT "placeTable"('EventCallChange');

ALTER TABLE "EventCallChange" ADD CONSTRAINT "EventCallChange_workspaceId_eventCallId_fkey"
  FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
