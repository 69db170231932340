-- What has ended is swept from all workspaces at once.
DROP INDEX "IdempotencyRecord_workspaceId_expiresAt_idx";

CREATE INDEX "IdempotencyRecord_expiresAt_idx" ON "IdempotencyRecord"("expiresAt");

CREATE INDEX "OAuthToken_expiresAt_idx" ON "OAuthToken"("expiresAt");

CREATE INDEX "OAuthGrant_ended_idx" ON "OAuthGrant" (least("revokedAt", "expiresAt"));

CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");
