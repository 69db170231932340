-- AlterTable
ALTER TABLE "OAuthGrant" ADD COLUMN     "secret" BYTEA NOT NULL DEFAULT (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
