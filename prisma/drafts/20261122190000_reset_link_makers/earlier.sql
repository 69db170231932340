-- AlterTable
ALTER TABLE "AccountLink" ADD COLUMN     "madeBy" INTEGER,
ADD COLUMN     "madeIn" INTEGER;
