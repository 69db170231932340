-- Existing contacts stay where they are: the rules apply to what happens from now on.
ALTER TABLE "Workspace" ADD COLUMN "stageRules" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "assignsHostAsOwner" BOOLEAN NOT NULL DEFAULT true;
