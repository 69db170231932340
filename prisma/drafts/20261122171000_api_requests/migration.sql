-- CreateTable
CREATE TABLE "ApiRequest" (
    "workspaceId" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "userId" INTEGER NOT NULL,
    "apiKeyId" INTEGER,
    "connectionId" VARCHAR(64),
    "clientId" VARCHAR(64),
    "method" VARCHAR(10) NOT NULL,
    "route" VARCHAR(100) NOT NULL,
    "operationName" VARCHAR(100),
    "rootFields" VARCHAR(500),
    "status" SMALLINT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "requestId" VARCHAR(128) NOT NULL,
    "errorCode" VARCHAR(64),
    "errorMessage" VARCHAR(300),
    "fieldErrors" JSONB,
    "address" VARCHAR(64),
    "userAgent" VARCHAR(200),
    "represents" INTEGER NOT NULL,

    CONSTRAINT "ApiRequest_pkey" PRIMARY KEY ("workspaceId","time","id")
);

-- CreateIndex
CREATE INDEX "ApiRequest_workspaceId_status_time_id_idx" ON "ApiRequest"("workspaceId", "status", "time", "id");

-- CreateIndex
CREATE INDEX "ApiRequest_workspaceId_route_time_id_idx" ON "ApiRequest"("workspaceId", "route", "time", "id");

-- CreateIndex
CREATE INDEX "ApiRequest_workspaceId_requestId_time_id_idx" ON "ApiRequest"("workspaceId", "requestId", "time", "id");

-- CreateIndex
CREATE INDEX "ApiRequest_time_idx" ON "ApiRequest"("time");

-- The first digit of the status: errors, and those of a key or an app, are few among many, or all.
CREATE INDEX "ApiRequest_class_idx" ON "ApiRequest"("workspaceId", ("status" / 100), "time", "id");
CREATE INDEX "ApiRequest_apiKey_idx" ON "ApiRequest"("workspaceId", "apiKeyId", ("status" / 100), "time", "id") WHERE "apiKeyId" IS NOT NULL;
CREATE INDEX "ApiRequest_connection_idx" ON "ApiRequest"("workspaceId", "connectionId", ("status" / 100), "time", "id") WHERE "connectionId" IS NOT NULL;
CREATE INDEX "ApiRequest_client_idx" ON "ApiRequest"("workspaceId", "clientId", ("status" / 100), "time", "id") WHERE "clientId" IS NOT NULL;
