-- What the GraphQL documents of a workspace may cost a second.
ALTER TABLE "Workspace" ADD COLUMN "graphqlCost" INTEGER NOT NULL DEFAULT 10000;
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_graphqlCost_check" CHECK ("graphqlCost" >= 1);
