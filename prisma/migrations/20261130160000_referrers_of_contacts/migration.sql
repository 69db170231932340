ALTER TABLE "Contact" ADD COLUMN "referrer" TEXT;
