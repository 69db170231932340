ALTER TABLE "Event" ADD COLUMN "maxUpcomingPerInvitee" INTEGER NOT NULL DEFAULT 3;
ALTER TABLE "Event" ADD CONSTRAINT "Event_maxUpcomingPerInvitee_check" CHECK ("maxUpcomingPerInvitee" >= 1);
