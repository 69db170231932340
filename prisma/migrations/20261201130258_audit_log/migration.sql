CREATE TYPE "AuditActorType" AS ENUM ('USER', 'API_KEY', 'APP', 'OPERATOR');

CREATE TABLE "AuditEvent" (
    "workspaceId" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "action" VARCHAR(64) NOT NULL,
    "actorType" "AuditActorType" NOT NULL,
    "userId" INTEGER,
    "apiKeyId" INTEGER,
    "clientId" VARCHAR(64),
    "targetId" VARCHAR(64),
    "changes" JSONB,
    "address" VARCHAR(64),
    "userAgent" VARCHAR(200),
    "mac" BYTEA NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("workspaceId","id")
);
SELECT "placeTable"('AuditEvent');

CREATE TABLE "AuditChain" (
    "workspaceId" INTEGER NOT NULL,
    "sealedKey" BYTEA NOT NULL,
    "lastId" INTEGER NOT NULL,
    "lastMac" BYTEA NOT NULL,
    "startId" INTEGER NOT NULL,
    "startMac" BYTEA NOT NULL,

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("workspaceId")
);
SELECT "placeTable"('AuditChain');

CREATE INDEX "AuditEvent_workspaceId_action_id_idx" ON "AuditEvent"("workspaceId", "action", "id");

CREATE INDEX "AuditEvent_workspaceId_userId_id_idx" ON "AuditEvent"("workspaceId", "userId", "id");

CREATE INDEX "AuditEvent_workspaceId_targetId_id_idx" ON "AuditEvent"("workspaceId", "targetId", "id");

ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "AuditChain" ADD CONSTRAINT "AuditChain_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
