-- The whole data model of the first version. Every later change of it is a migration of its own. Before there are statistics,
-- PostgreSQL decides between indexes of equal cost by the order in which they were made (test/db/reads/first-plans).

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE "CallOutcome" AS ENUM ('WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'APPROVED', 'REJECTED');
CREATE TYPE "CallStatus" AS ENUM ('SCHEDULED', 'RESCHEDULED', 'CANCELLED');
CREATE TYPE "CallType" AS ENUM ('STRATEGY_EVENT', 'DISCOVERY_EVENT');
CREATE TYPE "ContactStatus" AS ENUM ('POTENTIAL', 'QUALIFIED', 'DISQUALIFIED');
CREATE TYPE "CustomFieldInputType" AS ENUM ('TEXT', 'TEXT_AREA', 'NUMBER', 'DATE', 'URL', 'EMAIL', 'PHONE', 'SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX', 'RATING', 'USER', 'USERS_MULTIPLE');
CREATE TYPE "CustomFieldType" AS ENUM ('CONTACT', 'CALL', 'EVENT', 'DEAL', 'USER');
CREATE TYPE "DealTransactionType" AS ENUM ('WON', 'RECURRING', 'DEPOSIT');
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');
CREATE TYPE "EventLocation" AS ENUM ('GOOGLE_MEET', 'ZOOM', 'PHONE_CALL', 'IN_PERSON', 'CUSTOM');
CREATE TYPE "EventStatus" AS ENUM ('ACTIVATED', 'DEACTIVATED');
CREATE TYPE "InviteeQuestionType" AS ENUM ('EMAIL', 'PHONE_NO', 'NAME', 'FIRST_NAME', 'LAST_NAME');
CREATE TYPE "NoSaleReason" AS ENUM ('FOLLOW_UP_SCHEDULE', 'UNQUALIFIED', 'NO_SHOW', 'CONTACT_CANCELLED', 'ADMIN_CANCELLED', 'NOT_INTERESTED', 'BAD_FIT', 'OTHER');
CREATE TYPE "OAuthClientStatus" AS ENUM ('PENDING', 'APPROVED', 'ACTIVE', 'REJECTED');
CREATE TYPE "OAuthClientType" AS ENUM ('PUBLIC', 'CONFIDENTIAL');
CREATE TYPE "OAuthGrantType" AS ENUM ('AUTHORIZATION_CODE', 'REFRESH_TOKEN');
CREATE TYPE "OAuthTokenKind" AS ENUM ('AUTHORIZATION_CODE', 'ACCESS', 'REFRESH');
CREATE TYPE "Plan" AS ENUM ('STARTUP', 'BUSINESS', 'ENTERPRISE');
CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'CLOSER', 'SETTER');
CREATE TYPE "TransactionSource" AS ENUM ('Stripe', 'Zapier', 'Make', 'Other');
CREATE TYPE "WebhookPauseReason" AS ENUM ('REQUESTED', 'GONE', 'FAILING');
CREATE TYPE "WebhookStatus" AS ENUM ('ACTIVE', 'PAUSED');
CREATE TYPE "Weekday" AS ENUM ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');

-- Where pages of an app may call the token endpoint from: the origins of its redirect URIs, which are stored as a URL
-- parser writes them.
CREATE FUNCTION "originsOf"("uris" TEXT[]) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_agg(substring("uri" FROM '^[^/]*//[^/?#]*')) FROM unnest("uris") AS "uri" $$;

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

CREATE TABLE "AccountLink" (
    "tokenHash" BYTEA NOT NULL,
    "email" VARCHAR(255) NOT NULL,
    "userId" INTEGER,
    "madeBy" INTEGER,
    "madeIn" INTEGER,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "AccountLink_pkey" PRIMARY KEY ("tokenHash")
);
CREATE INDEX "AccountLink_email_idx" ON "AccountLink"("email");
CREATE INDEX "AccountLink_userId_idx" ON "AccountLink"("userId");
CREATE INDEX "AccountLink_expiresAt_idx" ON "AccountLink"("expiresAt");

CREATE TABLE "ApiKey" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "hash" BYTEA NOT NULL,
    "lastFour" character(4) NOT NULL,
    "scopes" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "ApiKey_hash_idx" ON "ApiKey"("hash");
CREATE INDEX "ApiKey_userId_workspaceId_idx" ON "ApiKey"("userId", "workspaceId");

CREATE TABLE "ApiRequest" (
    "workspaceId" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "userId" INTEGER NOT NULL,
    "apiKeyId" INTEGER,
    "connectionId" VARCHAR(64),
    "clientId" VARCHAR(64),
    "method" VARCHAR(10) NOT NULL,
    "route" VARCHAR(100) NOT NULL,
    "operationName" VARCHAR(100),
    "rootFields" VARCHAR(500),
    "status" SMALLINT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "requestId" VARCHAR(128) NOT NULL,
    "errorCode" VARCHAR(64),
    "errorMessage" VARCHAR(300),
    "fieldErrors" JSONB,
    "address" VARCHAR(64),
    "userAgent" VARCHAR(200),
    "represents" INTEGER NOT NULL,
    CONSTRAINT "ApiRequest_pkey" PRIMARY KEY ("workspaceId", "time", "id")
);
CREATE INDEX "ApiRequest_workspaceId_status_time_id_idx" ON "ApiRequest"("workspaceId", "status", "time", "id");
CREATE INDEX "ApiRequest_workspaceId_route_time_id_idx" ON "ApiRequest"("workspaceId", "route", "time", "id");
CREATE INDEX "ApiRequest_time_idx" ON "ApiRequest"("time");
-- The first digit of the status: errors, and those of a key or an app, are few among many, or all.
CREATE INDEX "ApiRequest_class_idx" ON "ApiRequest"("workspaceId", ("status" / 100), "time", "id");
CREATE INDEX "ApiRequest_apiKey_idx" ON "ApiRequest"("workspaceId", "apiKeyId", ("status" / 100), "time", "id") WHERE "apiKeyId" IS NOT NULL;
CREATE INDEX "ApiRequest_connection_idx" ON "ApiRequest"("workspaceId", "connectionId", ("status" / 100), "time", "id") WHERE "connectionId" IS NOT NULL;
CREATE INDEX "ApiRequest_client_idx" ON "ApiRequest"("workspaceId", "clientId", ("status" / 100), "time", "id") WHERE "clientId" IS NOT NULL;
CREATE INDEX "ApiRequest_requestId_workspaceId_time_id_idx" ON "ApiRequest"("requestId", "workspaceId", "time", "id");

-- A booking link is unique in its workspace by a key of its event, and in the installation by this table.
CREATE TABLE "BookingLink" (
    "linkPrefix" VARCHAR(255) NOT NULL,
    "leadsTo" INTEGER NOT NULL,
    CONSTRAINT "BookingLink_pkey" PRIMARY KEY ("linkPrefix")
);

CREATE TABLE "CallReminder" (
    "workspaceId" INTEGER NOT NULL,
    "eventCallId" INTEGER NOT NULL,
    "dateTime" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "CallReminder_pkey" PRIMARY KEY ("workspaceId", "eventCallId", "dateTime")
);
CREATE INDEX "CallReminder_dateTime_idx" ON "CallReminder"("dateTime");

CREATE TABLE "Contact" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "previewId" VARCHAR(40) NOT NULL,
    "firstName" VARCHAR(100),
    "lastName" VARCHAR(100),
    "email" VARCHAR(255),
    "phoneNumber" VARCHAR(20),
    "status" "ContactStatus" NOT NULL DEFAULT 'POTENTIAL',
    "tag" VARCHAR(100),
    "timeZone" VARCHAR(64),
    "country" VARCHAR(2),
    "userId" INTEGER,
    "utm" JSONB NOT NULL DEFAULT '[]',
    "joinedTime" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Contact_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "Contact_workspaceId_createdAt_id_idx" ON "Contact"("workspaceId", "createdAt", "id");
CREATE INDEX "Contact_search_idx" ON "Contact" USING gin (
  "workspaceId",
  lower(coalesce("firstName", '') || ' ' || coalesce("lastName", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("phoneNumber", '')) gin_trgm_ops
);
CREATE INDEX "Contact_workspaceId_updatedAt_id_idx" ON "Contact"("workspaceId", "updatedAt", "id");
CREATE UNIQUE INDEX "Contact_previewId_workspaceId_key" ON "Contact"("previewId", "workspaceId");
CREATE INDEX "Contact_phoneNumber_workspaceId_idx" ON "Contact"("phoneNumber", "workspaceId");
CREATE INDEX "Contact_userId_workspaceId_idx" ON "Contact"("userId", "workspaceId");
CREATE UNIQUE INDEX "Contact_email_key" ON "Contact"(lower("email"), "workspaceId");

CREATE TABLE "CustomField" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "identifier" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "type" "CustomFieldType" NOT NULL,
    "inputType" "CustomFieldInputType" NOT NULL,
    "configuration" JSONB NOT NULL DEFAULT '{}',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "isSystemField" BOOLEAN NOT NULL DEFAULT false,
    "displayIndex" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CustomField_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "CustomField_workspaceId_type_displayIndex_id_idx" ON "CustomField"("workspaceId", "type", "displayIndex", "id");
CREATE UNIQUE INDEX "CustomField_identifier_workspaceId_type_key" ON "CustomField"("identifier", "workspaceId", "type");

CREATE TABLE "CustomFieldAnswer" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customFieldId" INTEGER NOT NULL,
    "contactId" INTEGER,
    "eventCallId" INTEGER,
    "answer" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CustomFieldAnswer_pkey" PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "CustomFieldAnswer_target_check" CHECK (num_nonnulls("contactId", "eventCallId") = 1)
);
CREATE UNIQUE INDEX "CustomFieldAnswer_contactId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("contactId", "workspaceId", "customFieldId");
CREATE UNIQUE INDEX "CustomFieldAnswer_eventCallId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("eventCallId", "workspaceId", "customFieldId");
CREATE INDEX "CustomFieldAnswer_customFieldId_workspaceId_idx" ON "CustomFieldAnswer"("customFieldId", "workspaceId");

CREATE TABLE "CustomFieldOption" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customFieldId" INTEGER NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "color" VARCHAR(32),
    "icon" VARCHAR(64),
    "displayIndex" INTEGER NOT NULL DEFAULT 0,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "isArchived" BOOLEAN NOT NULL DEFAULT false,
    "category" VARCHAR(100),
    "tooltip" VARCHAR(500),
    CONSTRAINT "CustomFieldOption_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE UNIQUE INDEX "CustomFieldOption_customFieldId_workspaceId_name_key" ON "CustomFieldOption"("customFieldId", "workspaceId", "name");
CREATE INDEX "CustomFieldOption_customFieldId_workspaceId_displayIndex_id_idx" ON "CustomFieldOption"("customFieldId", "workspaceId", "displayIndex", "id");

CREATE TABLE "Deal" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contactId" INTEGER NOT NULL,
    "eventCallId" INTEGER,
    "userId" INTEGER,
    "value" NUMERIC(18,2) NOT NULL,
    "currency" character(3) NOT NULL,
    "transactionType" "DealTransactionType" NOT NULL,
    "productName" VARCHAR(255),
    "time" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Deal_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "Deal_workspaceId_time_id_idx" ON "Deal"("workspaceId", "time", "id");
CREATE INDEX "Deal_workspaceId_userId_time_id_idx" ON "Deal"("workspaceId", "userId", "time", "id");
CREATE INDEX "Deal_workspaceId_createdAt_id_idx" ON "Deal"("workspaceId", "createdAt", "id");
CREATE INDEX "Deal_workspaceId_updatedAt_id_idx" ON "Deal"("workspaceId", "updatedAt", "id");
CREATE INDEX "Deal_contactId_workspaceId_idx" ON "Deal"("contactId", "workspaceId");
CREATE INDEX "Deal_eventCallId_workspaceId_idx" ON "Deal"("eventCallId", "workspaceId");

CREATE TABLE "DeletedWebhook" (
    "workspaceId" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    CONSTRAINT "DeletedWebhook_pkey" PRIMARY KEY ("workspaceId", "id")
);

CREATE TABLE "Event" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "linkPrefix" VARCHAR(255) NOT NULL,
    "callType" "CallType" NOT NULL,
    "duration" INTEGER NOT NULL,
    "slotInterval" INTEGER,
    "bufferBefore" INTEGER NOT NULL DEFAULT 0,
    "bufferAfter" INTEGER NOT NULL DEFAULT 0,
    "minimumNotice" INTEGER NOT NULL DEFAULT 0,
    "bookingWindow" INTEGER DEFAULT 60,
    "dailyLimit" INTEGER,
    "location" "EventLocation" NOT NULL DEFAULT 'GOOGLE_MEET',
    "locationLink" VARCHAR(2048),
    "status" "EventStatus" NOT NULL DEFAULT 'ACTIVATED',
    "disqualifiesLeads" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Event_pkey" PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "Event_duration_check" CHECK ("duration" BETWEEN 1 AND 1440 AND "slotInterval" BETWEEN 1 AND 1440),
    -- A buffer lasts a day at most: whoever reads the calls around a time relies on it to know how far to look.
    CONSTRAINT "Event_rules_check" CHECK (
      "bufferBefore" BETWEEN 0 AND 1440 AND "bufferAfter" BETWEEN 0 AND 1440 AND "minimumNotice" >= 0
      AND "bookingWindow" >= 0 AND "dailyLimit" >= 1
    )
);
CREATE UNIQUE INDEX "Event_linkPrefix_workspaceId_live_key" ON "Event"("linkPrefix", "workspaceId") WHERE "deletedAt" IS NULL;

CREATE TABLE "EventCall" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "previewId" VARCHAR(40) NOT NULL,
    "eventId" INTEGER NOT NULL,
    "contactId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "setterId" INTEGER,
    "callType" "CallType" NOT NULL,
    "status" "CallStatus" NOT NULL DEFAULT 'SCHEDULED',
    "dateTime" TIMESTAMPTZ(3) NOT NULL,
    "endTime" TIMESTAMPTZ(3) NOT NULL,
    "duration" INTEGER NOT NULL,
    "timeZone" VARCHAR(64) NOT NULL,
    "inviteeName" VARCHAR(255) NOT NULL,
    "inviteeEmail" VARCHAR(255),
    "phoneNumber" VARCHAR(20),
    "outcome" "CallOutcome",
    "noSaleReason" "NoSaleReason",
    "objection" TEXT,
    "notes" TEXT,
    "cancelReason" TEXT,
    "rescheduleReason" TEXT,
    "location" "EventLocation" NOT NULL,
    "locationLink" VARCHAR(2048),
    "utm" JSONB NOT NULL DEFAULT '[]',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "inviteeKey" BYTEA NOT NULL,
    CONSTRAINT "EventCall_pkey" PRIMARY KEY ("workspaceId", "id"),
    -- Two calls of one host never overlap, whatever the code does. A cancelled call frees its time.
    CONSTRAINT "EventCall_host_overlap" EXCLUDE USING gist (
      "workspaceId" WITH =, "userId" WITH =, tstzrange("dateTime", "endTime") WITH &&
    ) WHERE ("status" <> 'CANCELLED'),
    -- A call lasts a day at most: the counts by day rely on it to know which days are wholly over.
    CONSTRAINT "EventCall_duration_check"
      CHECK ("duration" BETWEEN 1 AND 1440 AND "endTime" = "dateTime" + make_interval(mins => "duration"))
);
-- With the end, so that what is over is counted without a look at the calls themselves.
CREATE INDEX "EventCall_workspaceId_dateTime_id_idx" ON "EventCall"("workspaceId", "dateTime", "id") INCLUDE ("endTime");
CREATE INDEX "EventCall_workspaceId_createdAt_id_idx" ON "EventCall"("workspaceId", "createdAt", "id");
CREATE INDEX "EventCall_workspaceId_updatedAt_id_idx" ON "EventCall"("workspaceId", "updatedAt", "id");
CREATE INDEX "EventCall_workspaceId_userId_dateTime_id_idx" ON "EventCall"("workspaceId", "userId", "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_setterId_dateTime_id_idx" ON "EventCall"("workspaceId", "setterId", "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_eventId_dateTime_id_idx" ON "EventCall"("workspaceId", "eventId", "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_contactId_dateTime_id_idx" ON "EventCall"("workspaceId", "contactId", "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_outcome_dateTime_id_idx" ON "EventCall"("workspaceId", "outcome", "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_status_dateTime_id_idx" ON "EventCall"("workspaceId", "status", "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_callType_dateTime_id_idx" ON "EventCall"("workspaceId", "callType", "dateTime", "id");
CREATE INDEX "EventCall_inviteeEmail_idx" ON "EventCall" ("workspaceId", lower("inviteeEmail"), "dateTime", "id");
CREATE INDEX "EventCall_workspaceId_inviteeKey_dateTime_id_idx" ON "EventCall"("workspaceId", "inviteeKey", "dateTime", "id");
CREATE UNIQUE INDEX "EventCall_previewId_workspaceId_key" ON "EventCall"("previewId", "workspaceId");

CREATE TABLE "EventCallRollup" (
    "workspaceId" INTEGER NOT NULL,
    "dimension" SMALLINT NOT NULL,
    "value" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "amount" INTEGER NOT NULL,
    CONSTRAINT "EventCallRollup_pkey" PRIMARY KEY ("workspaceId", "dimension", "value", "day", "sequence") INCLUDE ("amount")
) WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02');
CREATE INDEX "EventCallRollup_state_idx" ON "EventCallRollup" ("workspaceId", "sequence" DESC) WHERE "dimension" = 0 AND "value" = 0 AND "day" = '-infinity';

CREATE TABLE "EventHost" (
    "workspaceId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "scheduleId" INTEGER NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "EventHost_pkey" PRIMARY KEY ("workspaceId", "eventId", "userId")
);
CREATE INDEX "EventHost_userId_workspaceId_idx" ON "EventHost"("userId", "workspaceId");
CREATE INDEX "EventHost_scheduleId_workspaceId_eventId_idx" ON "EventHost"("scheduleId", "workspaceId", "eventId");

CREATE TABLE "EventSecondaryQuestion" (
    "workspaceId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "customFieldId" INTEGER NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT false,
    "displayIndex" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "EventSecondaryQuestion_pkey" PRIMARY KEY ("workspaceId", "eventId", "customFieldId")
);
CREATE INDEX "EventSecondaryQuestion_customFieldId_workspaceId_idx" ON "EventSecondaryQuestion"("customFieldId", "workspaceId");

CREATE TABLE "IdempotencyRecord" (
    "workspaceId" INTEGER NOT NULL,
    "endpoint" VARCHAR(100) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "requestHash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "result" TEXT NOT NULL,
    CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("workspaceId", "endpoint", "key")
);
CREATE INDEX "IdempotencyRecord_expiresAt_idx" ON "IdempotencyRecord"("expiresAt");

CREATE TABLE "Invitation" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email" VARCHAR(255) NOT NULL,
    "role" "Role" NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "invitedBy" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "Invitation_tokenHash_idx" ON "Invitation"("tokenHash");
CREATE INDEX "Invitation_expiresAt_idx" ON "Invitation"("expiresAt");
CREATE UNIQUE INDEX "Invitation_email_workspaceId_key" ON "Invitation"("email", "workspaceId");

-- A search reads a row for each distinct invitee, of whom a workspace has far fewer than calls. The text is what a search
-- looks in; the key is its hash, by which the calls name it. The line breaks keep a word from matching across two columns.
CREATE TABLE "Invitee" (
    "workspaceId" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "text" TEXT NOT NULL,
    CONSTRAINT "Invitee_pkey" PRIMARY KEY ("workspaceId", "key")
);
CREATE INDEX "Invitee_text_idx" ON "Invitee" USING gin ("workspaceId", "text" gin_trgm_ops);

CREATE TABLE "InviteeAnswer" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contactId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "eventCallId" INTEGER,
    "statement" VARCHAR(500) NOT NULL,
    "type" "InviteeQuestionType" NOT NULL,
    "answer" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "InviteeAnswer_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "InviteeAnswer_eventCallId_workspaceId_id_idx" ON "InviteeAnswer"("eventCallId", "workspaceId", "id");
CREATE INDEX "InviteeAnswer_contactId_workspaceId_idx" ON "InviteeAnswer"("contactId", "workspaceId");
CREATE INDEX "InviteeAnswer_eventId_workspaceId_idx" ON "InviteeAnswer"("eventId", "workspaceId");

CREATE TABLE "InviteeQuestion" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "eventId" INTEGER NOT NULL,
    "statement" VARCHAR(500) NOT NULL,
    "type" "InviteeQuestionType" NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT true,
    "displayIndex" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "InviteeQuestion_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "InviteeQuestion_eventId_workspaceId_displayIndex_idx" ON "InviteeQuestion"("eventId", "workspaceId", "displayIndex");

CREATE TABLE "Membership" (
    "workspaceId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Membership_pkey" PRIMARY KEY ("workspaceId", "userId")
);
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

CREATE TABLE "OAuthClient" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "clientId" VARCHAR(64) NOT NULL,
    "secretHash" BYTEA,
    "name" VARCHAR(100) NOT NULL,
    "homepageUrl" VARCHAR(2048),
    "logo" BYTEA,
    "logoType" VARCHAR(32),
    "redirectUris" TEXT[],
    "grantTypes" "OAuthGrantType"[],
    "allowedScopes" TEXT[],
    "clientType" "OAuthClientType" NOT NULL,
    "status" "OAuthClientStatus" NOT NULL DEFAULT 'PENDING',
    "approvalRequestedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "OAuthClient_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "OAuthClient_clientId_idx" ON "OAuthClient"("clientId");
CREATE INDEX "OAuthClient_origins_idx" ON "OAuthClient" USING gin ("originsOf"("redirectUris"))
WHERE "clientType" = 'PUBLIC';
CREATE INDEX "OAuthClient_userId_workspaceId_idx" ON "OAuthClient"("userId", "workspaceId");

CREATE TABLE "OAuthGrant" (
    "workspaceId" INTEGER NOT NULL,
    "id" VARCHAR(64) NOT NULL,
    "userId" INTEGER NOT NULL,
    "clientId" VARCHAR(64) NOT NULL,
    "scopes" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "secret" BYTEA NOT NULL DEFAULT (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
    CONSTRAINT "OAuthGrant_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "OAuthGrant_clientId_idx" ON "OAuthGrant"("clientId");
CREATE INDEX "OAuthGrant_ended_idx" ON "OAuthGrant" (least("revokedAt", "expiresAt"));
CREATE INDEX "OAuthGrant_userId_workspaceId_idx" ON "OAuthGrant"("userId", "workspaceId");

CREATE TABLE "OAuthToken" (
    "workspaceId" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "kind" "OAuthTokenKind" NOT NULL,
    "grantId" VARCHAR(64) NOT NULL,
    "scopes" TEXT[],
    "payload" JSONB,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "consumedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "successorHash" BYTEA,
    CONSTRAINT "OAuthToken_pkey" PRIMARY KEY ("hash", "workspaceId")
) WITH (fillfactor='85');
CREATE INDEX "OAuthToken_expiresAt_idx" ON "OAuthToken"("expiresAt");
CREATE INDEX "OAuthToken_grantId_workspaceId_idx" ON "OAuthToken"("grantId", "workspaceId");

CREATE UNLOGGED TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT NOT NULL,
    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
) WITH (fillfactor='50');
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

CREATE TABLE "Schedule" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "timeZone" VARCHAR(64) NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "Schedule_userId_workspaceId_idx" ON "Schedule"("userId", "workspaceId");
CREATE UNIQUE INDEX "Schedule_one_default" ON "Schedule"("userId", "workspaceId") WHERE "isDefault";

CREATE TABLE "ScheduleDay" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "scheduleId" INTEGER NOT NULL,
    "weekday" "Weekday" NOT NULL,
    CONSTRAINT "ScheduleDay_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE UNIQUE INDEX "ScheduleDay_scheduleId_workspaceId_weekday_key" ON "ScheduleDay"("scheduleId", "workspaceId", "weekday");

CREATE TABLE "ScheduleOverride" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "scheduleId" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "startMinutes" SMALLINT[],
    "endMinutes" SMALLINT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ScheduleOverride_pkey" PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "ScheduleOverride_timings_check"
      CHECK ("startMinutes" IS NOT NULL AND "endMinutes" IS NOT NULL AND cardinality("startMinutes") = cardinality("endMinutes"))
);
CREATE UNIQUE INDEX "ScheduleOverride_scheduleId_workspaceId_date_key" ON "ScheduleOverride"("scheduleId", "workspaceId", "date");

CREATE TABLE "ScheduleTiming" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "dayId" INTEGER NOT NULL,
    "startMinute" SMALLINT NOT NULL,
    "endMinute" SMALLINT NOT NULL,
    CONSTRAINT "ScheduleTiming_pkey" PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "ScheduleTiming_order_check"
      CHECK ("startMinute" >= 0 AND "startMinute" < "endMinute" AND "endMinute" <= 1440)
);
CREATE INDEX "ScheduleTiming_dayId_workspaceId_startMinute_idx" ON "ScheduleTiming"("dayId", "workspaceId", "startMinute");

CREATE TABLE "Session" (
    "tokenHash" BYTEA NOT NULL,
    "userId" INTEGER NOT NULL,
    "workspaceId" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" VARCHAR(45),
    "id" uuid NOT NULL DEFAULT gen_random_uuid(),
    "userAgent" VARCHAR(255),
    CONSTRAINT "Session_pkey" PRIMARY KEY ("workspaceId", "tokenHash")
);
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");
CREATE INDEX "Session_tokenHash_idx" ON "Session"("tokenHash");
CREATE INDEX "Session_userId_workspaceId_idx" ON "Session"("userId", "workspaceId");

CREATE TABLE "TimeOff" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "startTime" TIMESTAMPTZ(3) NOT NULL,
    "endTime" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "TimeOff_pkey" PRIMARY KEY ("workspaceId", "id"),
    CONSTRAINT "TimeOff_order_check" CHECK ("startTime" < "endTime")
);
CREATE INDEX "TimeOff_userId_workspaceId_endTime_idx" ON "TimeOff"("userId", "workspaceId", "endTime");

CREATE TABLE "Transaction" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "dealId" INTEGER,
    "contactId" INTEGER,
    "userId" INTEGER,
    "value" NUMERIC(18,2) NOT NULL,
    "currency" character(3) NOT NULL,
    "name" VARCHAR(255),
    "email" VARCHAR(255),
    "phoneNumber" VARCHAR(20),
    "source" "TransactionSource" NOT NULL DEFAULT 'Other',
    "description" TEXT,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Transaction_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "Transaction_workspaceId_time_id_idx" ON "Transaction"("workspaceId", "time", "id");
CREATE INDEX "Transaction_workspaceId_createdAt_id_idx" ON "Transaction"("workspaceId", "createdAt", "id");
CREATE INDEX "Transaction_workspaceId_updatedAt_id_idx" ON "Transaction"("workspaceId", "updatedAt", "id");
CREATE INDEX "Transaction_contactId_workspaceId_idx" ON "Transaction"("contactId", "workspaceId");
CREATE INDEX "Transaction_dealId_workspaceId_idx" ON "Transaction"("dealId", "workspaceId");

CREATE TABLE "User" (
    "id" SERIAL NOT NULL,
    "email" VARCHAR(255) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "passwordHash" TEXT,
    "firstName" VARCHAR(100) NOT NULL,
    "lastName" VARCHAR(100) NOT NULL,
    "timeZone" VARCHAR(64) NOT NULL DEFAULT 'UTC',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "User_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "User_email_check" CHECK ("email" = lower("email"))
);
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");
CREATE UNIQUE INDEX "User_username_key" ON "User"("username");

CREATE TABLE "Webhook" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "description" VARCHAR(500),
    "kinds" TEXT[],
    "secret" BYTEA NOT NULL,
    "previousSecret" BYTEA,
    "previousUntil" TIMESTAMPTZ(3),
    "status" "WebhookStatus" NOT NULL DEFAULT 'ACTIVE',
    "failingSince" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3),
    "grantId" VARCHAR(64),
    "lastSequence" BIGINT NOT NULL DEFAULT 0,
    "leasedBy" VARCHAR(64),
    "leasedUntil" TIMESTAMPTZ(3),
    "pauseReason" "WebhookPauseReason",
    "pausedAt" TIMESTAMPTZ(3),
    "warnedAt" TIMESTAMPTZ(3),
    "retriesSince" TIMESTAMPTZ(3),
    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("workspaceId", "id")
);
-- Endpoints with a delivery that is due.
CREATE INDEX "Webhook_due_idx" ON "Webhook"("dueAt") WHERE "status" = 'ACTIVE' AND "dueAt" IS NOT NULL;
CREATE INDEX "Webhook_grantId_workspaceId_idx" ON "Webhook"("grantId", "workspaceId");

CREATE TABLE "WebhookAttempt" (
    "workspaceId" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "deliveryId" BIGINT NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "latencyMs" INTEGER NOT NULL,
    "responseStatus" INTEGER,
    "responseStart" VARCHAR(1000),
    "error" VARCHAR(500),
    "webhookId" INTEGER NOT NULL,
    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "WebhookAttempt_workspaceId_webhookId_sentAt_idx" ON "WebhookAttempt"("workspaceId", "webhookId", "sentAt");
CREATE INDEX "WebhookAttempt_deliveryId_workspaceId_idx" ON "WebhookAttempt"("deliveryId", "workspaceId");

CREATE TABLE "WebhookDelivery" (
    "workspaceId" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "webhookId" INTEGER NOT NULL,
    "eventId" BIGINT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "isManual" BOOLEAN NOT NULL DEFAULT false,
    "sequence" BIGINT NOT NULL,
    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("workspaceId", "id")
);
CREATE INDEX "WebhookDelivery_workspaceId_webhookId_id_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "id");
CREATE UNIQUE INDEX "WebhookDelivery_workspaceId_webhookId_sequence_key" ON "WebhookDelivery"("workspaceId", "webhookId", "sequence");
-- The deliveries that wait for an endpoint, in the order in which they are sent.
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "dueAt", "sequence") WHERE "status" = 'PENDING';
-- The deliveries of an endpoint that have failed, newest first: few among many that were delivered.
CREATE INDEX "WebhookDelivery_failed_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "id") WHERE "status" = 'FAILED';
-- What a resume tries again, among many deliveries that were acknowledged or have not been tried.
CREATE INDEX "WebhookDelivery_tried_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "id")
WHERE "status" <> 'DELIVERED' AND "attempts" > 0 AND NOT "isManual";
CREATE INDEX "WebhookDelivery_eventId_workspaceId_idx" ON "WebhookDelivery"("eventId", "workspaceId");

CREATE TABLE "WebhookEvent" (
    "workspaceId" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" VARCHAR(64) NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "isDispatched" BOOLEAN NOT NULL DEFAULT true,
    "previous" JSONB
);
CREATE INDEX "WebhookEvent_workspaceId_createdAt_id_idx" ON "WebhookEvent"("workspaceId", "createdAt", "id");
ALTER TABLE "WebhookEvent" ADD CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("workspaceId", "id");
CREATE INDEX "WebhookEvent_createdAt_idx" ON "WebhookEvent"("createdAt");
-- Events that no worker has turned into deliveries yet: the next workspace that has one, and those of a workspace in order.
CREATE INDEX "WebhookEvent_undispatched_idx" ON "WebhookEvent"("workspaceId", "id") WHERE NOT "isDispatched";
-- The events by which a list that is read by cursor finds the calls, deals and transactions that have moved meanwhile.
CREATE INDEX "WebhookEvent_moved_idx" ON "WebhookEvent"("workspaceId", "kind", "id")
WHERE "kind" IN ('call.rescheduled', 'deal.updated', 'transaction.updated');

CREATE TABLE "Workspace" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "plan" "Plan" NOT NULL DEFAULT 'STARTUP',
    "timeZone" VARCHAR(64) NOT NULL DEFAULT 'UTC',
    "rateLimitPoints" INTEGER NOT NULL DEFAULT 20,
    "isDemo" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "graphqlCost" INTEGER NOT NULL DEFAULT 10000,
    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Workspace_graphqlCost_check" CHECK ("graphqlCost" >= 1),
    CONSTRAINT "Workspace_rateLimitPoints_check" CHECK ("rateLimitPoints" >= 1)
);

ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE;
ALTER TABLE "CallReminder" ADD CONSTRAINT "CallReminder_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId");
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_customFieldId_fkey" FOREIGN KEY ("workspaceId", "customFieldId") REFERENCES "CustomField"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "CustomFieldOption" ADD CONSTRAINT "CustomFieldOption_workspaceId_customFieldId_fkey" FOREIGN KEY ("workspaceId", "customFieldId") REFERENCES "CustomField"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "CustomField" ADD CONSTRAINT "CustomField_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE RESTRICT;
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id");
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId");
ALTER TABLE "DeletedWebhook" ADD CONSTRAINT "DeletedWebhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE RESTRICT;
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE RESTRICT;
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_inviteeKey_fkey" FOREIGN KEY ("workspaceId", "inviteeKey") REFERENCES "Invitee"("workspaceId", "key") ON DELETE RESTRICT;
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_setterId_fkey" FOREIGN KEY ("workspaceId", "setterId") REFERENCES "Membership"("workspaceId", "userId");
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE RESTRICT;
ALTER TABLE "EventHost" ADD CONSTRAINT "EventHost_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "EventHost" ADD CONSTRAINT "EventHost_workspaceId_scheduleId_fkey" FOREIGN KEY ("workspaceId", "scheduleId") REFERENCES "Schedule"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "EventHost" ADD CONSTRAINT "EventHost_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE;
ALTER TABLE "EventSecondaryQuestion" ADD CONSTRAINT "EventSecondaryQuestion_workspaceId_customFieldId_fkey" FOREIGN KEY ("workspaceId", "customFieldId") REFERENCES "CustomField"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "EventSecondaryQuestion" ADD CONSTRAINT "EventSecondaryQuestion_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "Event" ADD CONSTRAINT "Event_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "InviteeAnswer" ADD CONSTRAINT "InviteeAnswer_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "InviteeAnswer" ADD CONSTRAINT "InviteeAnswer_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "InviteeAnswer" ADD CONSTRAINT "InviteeAnswer_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "InviteeQuestion" ADD CONSTRAINT "InviteeQuestion_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "Invitee" ADD CONSTRAINT "Invitee_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "OAuthGrant" ADD CONSTRAINT "OAuthGrant_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "OAuthGrant" ADD CONSTRAINT "OAuthGrant_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE;
ALTER TABLE "OAuthToken" ADD CONSTRAINT "OAuthToken_workspaceId_grantId_fkey" FOREIGN KEY ("workspaceId", "grantId") REFERENCES "OAuthGrant"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "ScheduleDay" ADD CONSTRAINT "ScheduleDay_workspaceId_scheduleId_fkey" FOREIGN KEY ("workspaceId", "scheduleId") REFERENCES "Schedule"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "ScheduleOverride" ADD CONSTRAINT "ScheduleOverride_workspaceId_scheduleId_fkey" FOREIGN KEY ("workspaceId", "scheduleId") REFERENCES "Schedule"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "ScheduleTiming" ADD CONSTRAINT "ScheduleTiming_workspaceId_dayId_fkey" FOREIGN KEY ("workspaceId", "dayId") REFERENCES "ScheduleDay"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE;
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE;
ALTER TABLE "Session" ADD CONSTRAINT "Session_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "TimeOff" ADD CONSTRAINT "TimeOff_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE;
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id");
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_dealId_fkey" FOREIGN KEY ("workspaceId", "dealId") REFERENCES "Deal"("workspaceId", "id");
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId");
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_workspaceId_deliveryId_fkey" FOREIGN KEY ("workspaceId", "deliveryId") REFERENCES "WebhookDelivery"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "WebhookEvent"("workspaceId", "id") ON DELETE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_grantId_fkey" FOREIGN KEY ("workspaceId", "grantId") REFERENCES "OAuthGrant"("workspaceId", "id") ON DELETE CASCADE;
