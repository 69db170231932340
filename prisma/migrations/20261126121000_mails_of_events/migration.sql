ALTER TABLE "Event" ADD COLUMN "sendsMail" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "reminders" JSONB NOT NULL
    DEFAULT '[{"minutesBefore": 1440, "recipient": "INVITEE"}, {"minutesBefore": 60, "recipient": "INVITEE"}]';
