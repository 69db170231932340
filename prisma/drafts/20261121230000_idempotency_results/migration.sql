-- A request's result is stored as the value of its root field, not as the text of a REST response, so that the field, not
-- the transport, replays it. Stored responses cannot be turned into results; they would have expired within a day.
DELETE FROM "IdempotencyRecord";
ALTER TABLE "IdempotencyRecord" DROP COLUMN "responseStatus";
ALTER TABLE "IdempotencyRecord" DROP COLUMN "responseBody";
ALTER TABLE "IdempotencyRecord" ADD COLUMN "result" TEXT NOT NULL;
