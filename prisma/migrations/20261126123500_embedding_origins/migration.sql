ALTER TABLE "Workspace" ADD COLUMN "embedOrigins" TEXT[] NOT NULL DEFAULT '{}';
