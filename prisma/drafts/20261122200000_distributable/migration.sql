-- What a distributed PostgreSQL refuses is gone, so that `cli distribute` can spread the tables by workspaceId.

-- No foreign key cascades on update: no key is ever updated.
DO $body$
DECLARE
  key record;
BEGIN
  FOR key IN
    SELECT c."conname" AS "name", c."conrelid"::regclass AS "table",
      replace(pg_get_constraintdef(c."oid"), ' ON UPDATE CASCADE', '') AS "definition"
    FROM pg_constraint c
    WHERE c."contype" = 'f' AND c."confupdtype" = 'c' AND c."connamespace" = current_schema()::regnamespace
    ORDER BY 2, 1
  LOOP
    EXECUTE format(
      'ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2$I %s', key."table", key."name", key."definition"
    );
  END LOOP;
END $body$;

-- A table of which every node has all rows cannot refer to one that is spread over them.
ALTER TABLE "OAuthClient"
  DROP CONSTRAINT "OAuthClient_workspaceId_fkey",
  DROP CONSTRAINT "OAuthClient_workspaceId_userId_fkey";

-- A unique key has to include workspaceId.
ALTER TABLE "Session" DROP CONSTRAINT "Session_pkey", ADD PRIMARY KEY ("workspaceId", "tokenHash");
CREATE INDEX "Session_tokenHash_idx" ON "Session"("tokenHash");

-- So a link is one of a kind in its workspace by a key of the events, and in the installation by a table of its own.
CREATE TABLE "BookingLink" (
    "linkPrefix" VARCHAR(255) NOT NULL,
    "leadsTo" INTEGER NOT NULL,

    CONSTRAINT "BookingLink_pkey" PRIMARY KEY ("linkPrefix")
);
INSERT INTO "BookingLink" ("linkPrefix", "leadsTo")
SELECT "linkPrefix", "workspaceId" FROM "Event" WHERE "deletedAt" IS NULL;

DROP INDEX "Event_linkPrefix_live_key";
CREATE UNIQUE INDEX "Event_workspaceId_linkPrefix_live_key" ON "Event" ("workspaceId", "linkPrefix") WHERE "deletedAt" IS NULL;

-- Where a distributed PostgreSQL keeps the rows of a table: with their workspaces, or all of them on every node. It does
-- nothing in a database that `cli distribute` has not distributed. A migration that makes a table calls it before it adds
-- the foreign keys of that table.
CREATE FUNCTION "placeTable"("name" text, "onEveryNode" boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE "logicalrelid" = '"Workspace"'::regclass) THEN
    RETURN;
  END IF;
  IF "onEveryNode" THEN
    PERFORM create_reference_table(format('%I', "name")::regclass);
  ELSE
    PERFORM create_distributed_table(format('%I', "name")::regclass, 'workspaceId', colocate_with => '"Workspace"');
  END IF;
END $body$;
