ALTER TABLE "Contact" ADD COLUMN "secondaryEmail" VARCHAR(255), ADD COLUMN "secondaryPhoneNumber" VARCHAR(20);
-- Few contacts have any: partial, so that the others cost nothing.
CREATE UNIQUE INDEX "Contact_secondaryEmail_key" ON "Contact"(lower("secondaryEmail"), "workspaceId") WHERE "secondaryEmail" IS NOT NULL;
CREATE INDEX "Contact_secondaryPhoneNumber_workspaceId_idx" ON "Contact"("secondaryPhoneNumber", "workspaceId") WHERE "secondaryPhoneNumber" IS NOT NULL;
DROP INDEX "Contact_search_idx";
CREATE INDEX "Contact_search_idx" ON "Contact" USING gin (
  "workspaceId",
  lower(coalesce("firstName", '') || ' ' || coalesce("lastName", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("phoneNumber", '')
    || E'\n' || coalesce("secondaryEmail", '') || E'\n' || coalesce("secondaryPhoneNumber", '')) gin_trgm_ops
);
