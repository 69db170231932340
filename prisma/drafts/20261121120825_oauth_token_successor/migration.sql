-- AlterTable
ALTER TABLE "OAuthToken" ADD COLUMN     "successorHash" BYTEA;
