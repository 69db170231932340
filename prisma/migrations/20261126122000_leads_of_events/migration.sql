CREATE TYPE "BookingFlow" AS ENUM ('TIME_FIRST', 'FORM_FIRST');

ALTER TABLE "Event"
  ADD COLUMN "bookingFlow" "BookingFlow" NOT NULL DEFAULT 'TIME_FIRST',
  ADD COLUMN "isListed" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "bookedStatus" "ContactStatus",
  ADD COLUMN "disqualificationRules" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "disqualifiedMessage" VARCHAR(2000),
  ADD COLUMN "disqualifiedUrl" VARCHAR(2048),
  ADD COLUMN "redirectUrl" VARCHAR(2048),
  ADD COLUMN "redirectAnswers" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

ALTER TABLE "Workspace" ADD COLUMN "keepsUnbookedLeads" BOOLEAN NOT NULL DEFAULT true;
