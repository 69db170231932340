-- Where a member takes calls of events that have no link of their own.
ALTER TABLE "Membership" ADD COLUMN "meetingLink" TEXT;
-- The default location needs no link.
ALTER TABLE "Event" ALTER COLUMN "location" SET DEFAULT 'PHONE_CALL';
