-- Some currencies have three decimals. Without a scale, stored values stay as they are, and no table is rewritten.
ALTER TABLE "Deal" ALTER COLUMN "value" SET DATA TYPE DECIMAL;
ALTER TABLE "Product" ALTER COLUMN "price" SET DATA TYPE DECIMAL;
ALTER TABLE "Transaction" ALTER COLUMN "value" SET DATA TYPE DECIMAL;
