ALTER TABLE "User"
  ADD COLUMN "passwordLinkMadeAt" TIMESTAMPTZ(3),
  ADD COLUMN "passwordLinkMadeBy" INTEGER;
