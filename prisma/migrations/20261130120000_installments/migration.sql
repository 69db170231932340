ALTER TABLE "Deal" ADD COLUMN "installments" INTEGER;
