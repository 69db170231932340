interface BeyondOneTask {
  readonly place: 'several shards' | 'several steps' | 'rows of the coordinator';
  /** Of the statement's text. */
  readonly part: string;
}

const shards = (part: string): BeyondOneTask => ({ place: 'several shards', part });
const steps = (part: string): BeyondOneTask => ({ place: 'several steps', part });
const gathered = (table: string): BeyondOneTask => ({
  place: 'rows of the coordinator',
  part: `INSERT INTO "${table}"`,
});

/** Statements of requests that are not one task on one shard. Of requests that are made often, only a booking has some. */
export const beyondOneTask: readonly BeyondOneTask[] = [
  // A booking begins its history in the statement that reads it, in place of a round trip of its own.
  steps('WITH "change" AS ( INSERT INTO "EventCallChange"'),
  // A new contact has no address of a known one: that is read in the statement that stores it, in place of a round trip of its own.
  steps('WITH "known" AS MATERIALIZED ( SELECT m."contactId"'),
  // A node does not know the workspace of a credential that it sees for the first time.
  steps('FROM "Session" WHERE "tokenHash" = ANY($1::bytea[])'),
  steps('FROM "ApiKey" WHERE "hash" = ANY($1::bytea[])'),
  // A person has sessions and memberships in several workspaces.
  shards('SELECT "workspaceId" FROM "Membership" WHERE "userId" = $1 AND "removedAt" IS NULL ORDER BY'),
  shards('FROM "public"."Membership" WHERE ("public"."Membership"."removedAt" IS NULL'),
  shards('FROM "Session" WHERE "userId" = $1 AND "expiresAt" > $2'),
  shards('DELETE FROM "Session" WHERE "tokenHash" = $1 AND "userId" = $2'),
  shards('DELETE FROM "Session" WHERE "userId" = $1 AND "id" = $2'),
  shards('DELETE FROM "Session" WHERE "userId" = $1 AND "tokenHash" <> $2'),
  shards('SELECT "userId" FROM "Session" WHERE "tokenHash" = $1'),
  // A password may not be the name of one of them.
  shards(
    'SELECT "public"."Workspace"."id", "public"."Workspace"."name" FROM "public"."Workspace" WHERE "public"."Workspace"."id" IN',
  ),
  shards('SELECT FROM "Membership" WHERE "userId" = $1 AND "workspaceId" <> $2'),
  steps('SELECT COUNT(*) AS "_count$_all" FROM (SELECT "public"."Membership"'),
  // An app is connected in several workspaces.
  steps('FROM "OAuthGrant" g WHERE g."clientId" = ANY'),
  shards('UPDATE "OAuthGrant" g SET "revokedAt"'),
  // One answer for up to 10,000 contacts.
  steps("'contact.answers_changed'"),
  steps('WITH written AS (INSERT INTO "CustomFieldAnswer"'),
  // The coordinator gives each row of a list its id, and sends the rows to their shard.
  gathered('Calendar'),
  gathered('CustomFieldOption'),
  gathered('WebhookEvent'),
  gathered('DeletedWebhook'),
  gathered('EventHost'),
  gathered('InviteeQuestion'),
  gathered('ScheduleDay'),
  gathered('ScheduleTiming'),
];
