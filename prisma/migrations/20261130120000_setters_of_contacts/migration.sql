ALTER TABLE "Contact" ADD COLUMN "setterId" INTEGER;
-- Most contacts have no setter: partial, so that it costs them nothing.
CREATE INDEX "Contact_setterId_workspaceId_idx" ON "Contact"("setterId", "workspaceId") WHERE "setterId" IS NOT NULL;
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_workspaceId_setterId_fkey"
  FOREIGN KEY ("workspaceId", "setterId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE NO ACTION ON UPDATE NO ACTION;
