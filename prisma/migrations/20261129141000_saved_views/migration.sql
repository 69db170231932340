CREATE TABLE "SavedView" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "list" VARCHAR(100) NOT NULL,
  "name" VARCHAR(100) NOT NULL,
  "search" VARCHAR(2000) NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "SavedView_pkey" PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('SavedView');
CREATE UNIQUE INDEX "SavedView_userId_workspaceId_list_name_key" ON "SavedView"("userId", "workspaceId", "list", "name");
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_workspaceId_userId_fkey"
  FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;
