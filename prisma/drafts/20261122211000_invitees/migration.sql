-- A search reads a row for each distinct invitee, of whom a workspace has far fewer than calls. The text is what a search
-- looks in; the key is its hash, by which the calls name it. The line breaks keep a word from matching across two columns.
CREATE TABLE "Invitee" (
    "workspaceId" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "Invitee_pkey" PRIMARY KEY ("workspaceId","key")
);
SELECT "placeTable"('Invitee');

DROP INDEX "EventCall_search_idx";

-- This writes the table and its indexes anew, once: an UPDATE of a million calls takes many times as long.
ALTER TABLE "EventCall" ADD COLUMN "inviteeKey" BYTEA;
ALTER TABLE "EventCall" ALTER COLUMN "inviteeKey" TYPE BYTEA USING substr(sha256(convert_to(
    lower("inviteeName" || E'\n' || coalesce("inviteeEmail", '') || E'\n' || coalesce("phoneNumber", '')), 'UTF8')), 1, 16);
ALTER TABLE "EventCall" ALTER COLUMN "inviteeKey" SET NOT NULL;

INSERT INTO "Invitee" ("workspaceId", "key", "text")
SELECT "workspaceId", "inviteeKey",
    min(lower("inviteeName" || E'\n' || coalesce("inviteeEmail", '') || E'\n' || coalesce("phoneNumber", '')))
FROM "EventCall" GROUP BY "workspaceId", "inviteeKey";

CREATE INDEX "EventCall_workspaceId_inviteeKey_dateTime_id_idx" ON "EventCall"("workspaceId", "inviteeKey", "dateTime", "id");
CREATE INDEX "Invitee_text_idx" ON "Invitee" USING gin ("workspaceId", "text" gin_trgm_ops);

ALTER TABLE "Invitee" ADD CONSTRAINT "Invitee_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_inviteeKey_fkey" FOREIGN KEY ("workspaceId", "inviteeKey") REFERENCES "Invitee"("workspaceId", "key") ON DELETE RESTRICT ON UPDATE NO ACTION;
ANALYZE "EventCall", "Invitee";
