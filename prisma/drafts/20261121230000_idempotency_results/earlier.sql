-- A request's result is stored as the value of its root field, not as the text of a REST response: REST and GraphQL can
-- both replay it. Responses stored before cannot be turned into results; they would have ended within a day.
DELETE FROM "IdempotencyRecord";
ALTER TABLE "IdempotencyRecord" DROP COLUMN "responseStatus";
ALTER TABLE "IdempotencyRecord" DROP COLUMN "responseBody";
ALTER TABLE "IdempotencyRecord" ADD COLUMN "result" TEXT NOT NULL;
