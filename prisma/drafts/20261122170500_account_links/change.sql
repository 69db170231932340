-- Some drafts had added "madeBy" and "madeIn" with a migration of their own.
ALTER TABLE "AccountLink"
  DROP COLUMN "createdAt",
  ADD COLUMN IF NOT EXISTS "madeBy" INTEGER,
  ADD COLUMN IF NOT EXISTS "madeIn" INTEGER;
CREATE INDEX "AccountLink_email_idx" ON "AccountLink"("email");
