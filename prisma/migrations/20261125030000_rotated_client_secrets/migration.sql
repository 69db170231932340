-- The secret before the present one, which counts until then.
ALTER TABLE "OAuthClient" ADD COLUMN "previousSecretHash" BYTEA, ADD COLUMN "previousSecretUntil" TIMESTAMPTZ(3);
