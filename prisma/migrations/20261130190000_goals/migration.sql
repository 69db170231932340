CREATE TYPE "GoalNumber" AS ENUM ('BOOKED', 'HELD', 'WON', 'CASH', 'CONTRACT_VALUE');
CREATE TABLE "Goal" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "userId" INTEGER,
  "month" DATE NOT NULL,
  "number" "GoalNumber" NOT NULL,
  "currency" CHAR(3),
  "target" DECIMAL NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "Goal_pkey" PRIMARY KEY ("workspaceId", "id"),
  CONSTRAINT "Goal_target_check" CHECK ("target" > 0),
  CONSTRAINT "Goal_month_check" CHECK (date_part('day', "month") = 1),
  CONSTRAINT "Goal_currency_check" CHECK (("currency" IS NOT NULL) = ("number" IN ('CASH', 'CONTRACT_VALUE')))
);
SELECT "placeTable"('Goal');
CREATE UNIQUE INDEX "Goal_one_key" ON "Goal"("workspaceId", "month", (coalesce("userId", 0)), "number", (coalesce("currency", '')));
CREATE INDEX "Goal_userId_workspaceId_idx" ON "Goal"("userId", "workspaceId");
ALTER TABLE "Goal" ADD CONSTRAINT "Goal_workspaceId_fkey"
  FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "Goal" ADD CONSTRAINT "Goal_workspaceId_userId_fkey"
  FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE NO ACTION;
