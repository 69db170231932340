-- Bookings that wait until their invitee confirms them by the link in a mail.
CREATE TABLE "BookingHold" (
  "workspaceId" INTEGER NOT NULL,
  "id" VARCHAR(40) NOT NULL,
  "eventId" INTEGER NOT NULL,
  "email" VARCHAR(255) NOT NULL,
  "input" JSONB NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMPTZ(3),
  "leasedUntil" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "BookingHold_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('BookingHold');

CREATE INDEX "BookingHold_eventId_workspaceId_idx" ON "BookingHold"("eventId", "workspaceId");
CREATE INDEX "BookingHold_expiresAt_idx" ON "BookingHold"("expiresAt");
-- Those whose mail is still to be sent.
CREATE INDEX "BookingHold_due_idx" ON "BookingHold"("dueAt", "workspaceId") WHERE "dueAt" IS NOT NULL;

ALTER TABLE "BookingHold" ADD CONSTRAINT "BookingHold_workspaceId_eventId_fkey"
  FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
