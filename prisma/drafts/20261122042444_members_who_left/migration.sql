-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "removedAt" TIMESTAMPTZ(3);
