-- The mails of the last day to the mailbox of an invitee, for the limits of a mailbox. They count over all workspaces.
CREATE TABLE "Mailbox" (
  "key" BYTEA NOT NULL,
  "mails" JSONB NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Mailbox_pkey" PRIMARY KEY ("key")
);
SELECT "placeTable"('Mailbox', true);

CREATE INDEX "Mailbox_expiresAt_idx" ON "Mailbox"("expiresAt");
