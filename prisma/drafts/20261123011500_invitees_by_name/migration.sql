-- The key of an invitee begins with the first bytes of their text, which begins with their name: so the index of calls has
-- invitees of the same first name side by side, and a search for it reads few pages. The hash alone scattered them.
ALTER TABLE "EventCall" DROP CONSTRAINT "EventCall_workspaceId_inviteeKey_fkey";

ALTER TABLE "Invitee" ALTER COLUMN "key" TYPE BYTEA USING
    substr(convert_to("text", 'UTF8'), 1, 4) || substr("key", 1, 12);

-- This writes the table and its indexes anew, once: an UPDATE of a million calls takes many times as long.
ALTER TABLE "EventCall" ALTER COLUMN "inviteeKey" TYPE BYTEA USING substr(convert_to(
    lower("inviteeName" || E'\n' || coalesce("inviteeEmail", '') || E'\n' || coalesce("phoneNumber", '')), 'UTF8'), 1, 4)
    || substr("inviteeKey", 1, 12);

ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_inviteeKey_fkey" FOREIGN KEY ("workspaceId", "inviteeKey") REFERENCES "Invitee"("workspaceId", "key") ON DELETE RESTRICT ON UPDATE NO ACTION;
