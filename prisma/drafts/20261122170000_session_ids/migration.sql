-- The id names a session to its user without saying anything about its token.
ALTER TABLE "Session" ADD COLUMN     "address" VARCHAR(45),
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "userAgent" VARCHAR(255);
