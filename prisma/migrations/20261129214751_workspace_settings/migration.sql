ALTER TABLE "Workspace" ADD COLUMN "link" VARCHAR(64),
  ADD COLUMN "country" VARCHAR(2),
  ADD COLUMN "language" VARCHAR(2),
  ADD COLUMN "firstWeekday" VARCHAR(9),
  ADD COLUMN "hourFormat" VARCHAR(3),
  ADD COLUMN "accentColor" VARCHAR(7),
  ADD COLUMN "showsBranding" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "mailTexts" JSONB NOT NULL DEFAULT '[]';

CREATE TABLE "Picture" (
  "workspaceId" INTEGER NOT NULL,
  "userId" INTEGER NOT NULL,
  "type" VARCHAR(32) NOT NULL,
  "content" BYTEA NOT NULL,
  "version" VARCHAR(22) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "Picture_pkey" PRIMARY KEY ("workspaceId", "userId")
);
SELECT "placeTable"('Picture');
ALTER TABLE "Picture" ADD CONSTRAINT "Picture_workspaceId_fkey"
  FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
