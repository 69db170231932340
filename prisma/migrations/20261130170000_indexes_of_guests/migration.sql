-- An erasure finds the calls and the mails with the erased person as a guest. Few calls have guests.
CREATE INDEX "EventCall_guests_idx" ON "EventCall"("workspaceId") WHERE cardinality("guests") > 0;
CREATE INDEX "Notification_guestEmail_idx" ON "Notification"("workspaceId", lower("guestEmail")) WHERE "recipient" = 'GUEST';
