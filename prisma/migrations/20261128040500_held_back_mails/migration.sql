-- A mail that waits because its mailbox got as many mails as it may, and when a mail was last sent again by hand.
ALTER TABLE "Notification"
  ADD COLUMN "isHeldBack" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "resentAt" TIMESTAMPTZ(3);
