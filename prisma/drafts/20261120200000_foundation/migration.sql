-- Extensions: scalar columns inside GiST (exclusion constraint) and GIN (search within a workspace), and trigrams.
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Plan" AS ENUM ('STARTUP', 'BUSINESS', 'ENTERPRISE');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'CLOSER', 'SETTER');

-- CreateEnum
CREATE TYPE "OAuthClientType" AS ENUM ('PUBLIC', 'CONFIDENTIAL');

-- CreateEnum
CREATE TYPE "OAuthGrantType" AS ENUM ('AUTHORIZATION_CODE', 'REFRESH_TOKEN');

-- CreateEnum
CREATE TYPE "OAuthClientStatus" AS ENUM ('PENDING', 'APPROVED', 'ACTIVE', 'REJECTED');

-- CreateEnum
CREATE TYPE "OAuthTokenKind" AS ENUM ('AUTHORIZATION_CODE', 'ACCESS', 'REFRESH');

-- CreateEnum
CREATE TYPE "CallType" AS ENUM ('STRATEGY_EVENT', 'DISCOVERY_EVENT');

-- CreateEnum
CREATE TYPE "EventStatus" AS ENUM ('ACTIVATED', 'DEACTIVATED');

-- CreateEnum
CREATE TYPE "EventLocation" AS ENUM ('GOOGLE_MEET', 'ZOOM', 'PHONE_CALL', 'IN_PERSON', 'CUSTOM');

-- CreateEnum
CREATE TYPE "InviteeQuestionType" AS ENUM ('EMAIL', 'PHONE_NO', 'NAME', 'FIRST_NAME', 'LAST_NAME');

-- CreateEnum
CREATE TYPE "Weekday" AS ENUM ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');

-- CreateEnum
CREATE TYPE "ContactStatus" AS ENUM ('POTENTIAL', 'QUALIFIED', 'DISQUALIFIED');

-- CreateEnum
CREATE TYPE "CallStatus" AS ENUM ('SCHEDULED', 'RESCHEDULED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "CallOutcome" AS ENUM ('WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'APPROVED', 'REJECTED');

-- CreateEnum
CREATE TYPE "NoSaleReason" AS ENUM ('FOLLOW_UP_SCHEDULE', 'UNQUALIFIED', 'NO_SHOW', 'CONTACT_CANCELLED', 'ADMIN_CANCELLED', 'NOT_INTERESTED', 'BAD_FIT', 'OTHER');

-- CreateEnum
CREATE TYPE "DealTransactionType" AS ENUM ('WON', 'RECURRING', 'DEPOSIT');

-- CreateEnum
CREATE TYPE "TransactionSource" AS ENUM ('Stripe', 'Zapier', 'Make', 'Other');

-- CreateEnum
CREATE TYPE "CustomFieldType" AS ENUM ('CONTACT', 'CALL', 'EVENT', 'DEAL', 'USER');

-- CreateEnum
CREATE TYPE "CustomFieldInputType" AS ENUM ('TEXT', 'TEXT_AREA', 'NUMBER', 'DATE', 'URL', 'EMAIL', 'PHONE', 'SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX', 'RATING', 'USER', 'USERS_MULTIPLE');

-- CreateEnum
CREATE TYPE "WebhookStatus" AS ENUM ('ACTIVE', 'PAUSED');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "Workspace" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "plan" "Plan" NOT NULL DEFAULT 'STARTUP',
    "timeZone" VARCHAR(64) NOT NULL DEFAULT 'UTC',
    "rateLimitPoints" INTEGER NOT NULL DEFAULT 20,
    "isDemo" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "workspaceId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("workspaceId","userId")
);

-- CreateTable
CREATE TABLE "Session" (
    "tokenHash" BYTEA NOT NULL,
    "userId" INTEGER NOT NULL,
    "workspaceId" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "hash" BYTEA NOT NULL,
    "lastFour" CHAR(4) NOT NULL,
    "scopes" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "OAuthClient_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "OAuthGrant_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "OAuthToken_pkey" PRIMARY KEY ("workspaceId","hash")
);

-- CreateTable
CREATE TABLE "Event" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "linkPrefix" VARCHAR(255) NOT NULL,
    "callType" "CallType" NOT NULL,
    "duration" INTEGER NOT NULL,
    "slotInterval" INTEGER NOT NULL,
    "bufferBefore" INTEGER NOT NULL DEFAULT 0,
    "bufferAfter" INTEGER NOT NULL DEFAULT 0,
    "minimumNotice" INTEGER NOT NULL DEFAULT 0,
    "bookingWindow" INTEGER NOT NULL DEFAULT 60,
    "dailyLimit" INTEGER,
    "location" "EventLocation" NOT NULL DEFAULT 'GOOGLE_MEET',
    "locationLink" VARCHAR(2048),
    "status" "EventStatus" NOT NULL DEFAULT 'ACTIVATED',
    "disqualifiesLeads" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "EventHost" (
    "workspaceId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "scheduleId" INTEGER NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "EventHost_pkey" PRIMARY KEY ("workspaceId","eventId","userId")
);

-- CreateTable
CREATE TABLE "InviteeQuestion" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "eventId" INTEGER NOT NULL,
    "statement" VARCHAR(500) NOT NULL,
    "type" "InviteeQuestionType" NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT true,
    "displayIndex" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "InviteeQuestion_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "EventSecondaryQuestion" (
    "workspaceId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "customFieldId" INTEGER NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT false,
    "displayIndex" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "EventSecondaryQuestion_pkey" PRIMARY KEY ("workspaceId","eventId","customFieldId")
);

-- CreateTable
CREATE TABLE "Schedule" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "timeZone" VARCHAR(64) NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ScheduleDay" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "scheduleId" INTEGER NOT NULL,
    "weekday" "Weekday" NOT NULL,

    CONSTRAINT "ScheduleDay_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "ScheduleTiming" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "dayId" INTEGER NOT NULL,
    "startMinute" SMALLINT NOT NULL,
    "endMinute" SMALLINT NOT NULL,

    CONSTRAINT "ScheduleTiming_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "Contact_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "EventCall_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "EventCallTally" (
    "workspaceId" INTEGER NOT NULL,
    "dimension" SMALLINT NOT NULL,
    "value" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "amount" INTEGER NOT NULL,

    CONSTRAINT "EventCallTally_pkey" PRIMARY KEY ("workspaceId","dimension","value","day","sequence") INCLUDE ("amount")
);

-- CreateTable
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

    CONSTRAINT "InviteeAnswer_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "CustomField_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "CustomFieldOption_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "CustomFieldAnswer" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customFieldId" INTEGER NOT NULL,
    "contactId" INTEGER,
    "eventCallId" INTEGER,
    "answer" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CustomFieldAnswer_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Deal" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contactId" INTEGER NOT NULL,
    "eventCallId" INTEGER,
    "userId" INTEGER,
    "value" DECIMAL(18,2) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "transactionType" "DealTransactionType" NOT NULL,
    "productName" VARCHAR(255),
    "time" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Deal_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "Transaction" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "dealId" INTEGER,
    "contactId" INTEGER,
    "userId" INTEGER,
    "value" DECIMAL(18,2) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "name" VARCHAR(255),
    "email" VARCHAR(255),
    "phoneNumber" VARCHAR(20),
    "source" "TransactionSource" NOT NULL DEFAULT 'Other',
    "description" TEXT,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Transaction_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
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

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "WebhookEvent" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" VARCHAR(64) NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "webhookId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),
    "latencyMs" INTEGER,
    "responseStatus" INTEGER,
    "responseStart" VARCHAR(1000),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "IdempotencyRecord" (
    "workspaceId" INTEGER NOT NULL,
    "endpoint" VARCHAR(100) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "requestHash" BYTEA NOT NULL,
    "responseStatus" INTEGER,
    "responseBody" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("workspaceId","endpoint","key")
);

-- CreateTable
CREATE UNLOGGED TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "User_username_key" ON "User"("username");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE INDEX "Session_workspaceId_userId_idx" ON "Session"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "ApiKey_workspaceId_userId_idx" ON "ApiKey"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "ApiKey_hash_idx" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "OAuthClient_workspaceId_userId_idx" ON "OAuthClient"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "OAuthClient_clientId_idx" ON "OAuthClient"("clientId");

-- CreateIndex
CREATE INDEX "OAuthGrant_workspaceId_userId_idx" ON "OAuthGrant"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "OAuthGrant_clientId_idx" ON "OAuthGrant"("clientId");

-- CreateIndex
CREATE INDEX "OAuthToken_workspaceId_grantId_idx" ON "OAuthToken"("workspaceId", "grantId");

-- CreateIndex
CREATE INDEX "OAuthToken_hash_idx" ON "OAuthToken"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "Event_linkPrefix_key" ON "Event"("linkPrefix");

-- CreateIndex
CREATE INDEX "EventHost_workspaceId_userId_idx" ON "EventHost"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "EventHost_workspaceId_scheduleId_eventId_idx" ON "EventHost"("workspaceId", "scheduleId", "eventId");

-- CreateIndex
CREATE INDEX "InviteeQuestion_workspaceId_eventId_displayIndex_idx" ON "InviteeQuestion"("workspaceId", "eventId", "displayIndex");

-- CreateIndex
CREATE INDEX "EventSecondaryQuestion_workspaceId_customFieldId_idx" ON "EventSecondaryQuestion"("workspaceId", "customFieldId");

-- CreateIndex
CREATE INDEX "Schedule_workspaceId_userId_idx" ON "Schedule"("workspaceId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "ScheduleDay_workspaceId_scheduleId_weekday_key" ON "ScheduleDay"("workspaceId", "scheduleId", "weekday");

-- CreateIndex
CREATE INDEX "ScheduleTiming_workspaceId_dayId_startMinute_idx" ON "ScheduleTiming"("workspaceId", "dayId", "startMinute");

-- CreateIndex
CREATE INDEX "Contact_workspaceId_phoneNumber_idx" ON "Contact"("workspaceId", "phoneNumber");

-- CreateIndex
CREATE INDEX "Contact_workspaceId_createdAt_id_idx" ON "Contact"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Contact_workspaceId_userId_idx" ON "Contact"("workspaceId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Contact_workspaceId_previewId_key" ON "Contact"("workspaceId", "previewId");

-- CreateIndex
-- With the end, so that what is over is counted without a look at the calls themselves.
CREATE INDEX "EventCall_workspaceId_dateTime_id_idx" ON "EventCall"("workspaceId", "dateTime", "id") INCLUDE ("endTime");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_createdAt_id_idx" ON "EventCall"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_updatedAt_id_idx" ON "EventCall"("workspaceId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_userId_dateTime_id_idx" ON "EventCall"("workspaceId", "userId", "dateTime", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_setterId_dateTime_id_idx" ON "EventCall"("workspaceId", "setterId", "dateTime", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_eventId_dateTime_id_idx" ON "EventCall"("workspaceId", "eventId", "dateTime", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_contactId_dateTime_id_idx" ON "EventCall"("workspaceId", "contactId", "dateTime", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_outcome_dateTime_id_idx" ON "EventCall"("workspaceId", "outcome", "dateTime", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_status_dateTime_id_idx" ON "EventCall"("workspaceId", "status", "dateTime", "id");

-- CreateIndex
CREATE INDEX "EventCall_workspaceId_callType_dateTime_id_idx" ON "EventCall"("workspaceId", "callType", "dateTime", "id");

-- CreateIndex
CREATE UNIQUE INDEX "EventCall_workspaceId_previewId_key" ON "EventCall"("workspaceId", "previewId");

-- CreateIndex
CREATE INDEX "InviteeAnswer_workspaceId_eventCallId_id_idx" ON "InviteeAnswer"("workspaceId", "eventCallId", "id");

-- CreateIndex
CREATE INDEX "InviteeAnswer_workspaceId_contactId_idx" ON "InviteeAnswer"("workspaceId", "contactId");

-- CreateIndex
CREATE INDEX "InviteeAnswer_workspaceId_eventId_idx" ON "InviteeAnswer"("workspaceId", "eventId");

-- CreateIndex
CREATE INDEX "CustomField_workspaceId_type_displayIndex_id_idx" ON "CustomField"("workspaceId", "type", "displayIndex", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CustomField_workspaceId_type_identifier_key" ON "CustomField"("workspaceId", "type", "identifier");

-- CreateIndex
CREATE INDEX "CustomFieldOption_workspaceId_customFieldId_displayIndex_id_idx" ON "CustomFieldOption"("workspaceId", "customFieldId", "displayIndex", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CustomFieldOption_workspaceId_customFieldId_name_key" ON "CustomFieldOption"("workspaceId", "customFieldId", "name");

-- CreateIndex
CREATE INDEX "CustomFieldAnswer_workspaceId_customFieldId_idx" ON "CustomFieldAnswer"("workspaceId", "customFieldId");

-- CreateIndex
CREATE UNIQUE INDEX "CustomFieldAnswer_workspaceId_contactId_customFieldId_key" ON "CustomFieldAnswer"("workspaceId", "contactId", "customFieldId");

-- CreateIndex
CREATE UNIQUE INDEX "CustomFieldAnswer_workspaceId_eventCallId_customFieldId_key" ON "CustomFieldAnswer"("workspaceId", "eventCallId", "customFieldId");

-- CreateIndex
CREATE INDEX "Deal_workspaceId_time_id_idx" ON "Deal"("workspaceId", "time", "id");

-- CreateIndex
CREATE INDEX "Deal_workspaceId_contactId_idx" ON "Deal"("workspaceId", "contactId");

-- CreateIndex
CREATE INDEX "Deal_workspaceId_eventCallId_idx" ON "Deal"("workspaceId", "eventCallId");

-- CreateIndex
CREATE INDEX "Deal_workspaceId_userId_time_id_idx" ON "Deal"("workspaceId", "userId", "time", "id");

-- CreateIndex
CREATE INDEX "Transaction_workspaceId_time_id_idx" ON "Transaction"("workspaceId", "time", "id");

-- CreateIndex
CREATE INDEX "Transaction_workspaceId_contactId_idx" ON "Transaction"("workspaceId", "contactId");

-- CreateIndex
CREATE INDEX "Transaction_workspaceId_dealId_idx" ON "Transaction"("workspaceId", "dealId");

-- CreateIndex
CREATE INDEX "WebhookEvent_workspaceId_createdAt_id_idx" ON "WebhookEvent"("workspaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_workspaceId_webhookId_id_idx" ON "WebhookDelivery"("workspaceId", "webhookId", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_workspaceId_eventId_idx" ON "WebhookDelivery"("workspaceId", "eventId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_workspaceId_status_dueAt_idx" ON "WebhookDelivery"("workspaceId", "status", "dueAt");

-- CreateIndex
CREATE INDEX "IdempotencyRecord_workspaceId_expiresAt_idx" ON "IdempotencyRecord"("workspaceId", "expiresAt");

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthClient" ADD CONSTRAINT "OAuthClient_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthClient" ADD CONSTRAINT "OAuthClient_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthGrant" ADD CONSTRAINT "OAuthGrant_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthGrant" ADD CONSTRAINT "OAuthGrant_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthToken" ADD CONSTRAINT "OAuthToken_workspaceId_grantId_fkey" FOREIGN KEY ("workspaceId", "grantId") REFERENCES "OAuthGrant"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventHost" ADD CONSTRAINT "EventHost_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventHost" ADD CONSTRAINT "EventHost_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventHost" ADD CONSTRAINT "EventHost_workspaceId_scheduleId_fkey" FOREIGN KEY ("workspaceId", "scheduleId") REFERENCES "Schedule"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteeQuestion" ADD CONSTRAINT "InviteeQuestion_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventSecondaryQuestion" ADD CONSTRAINT "EventSecondaryQuestion_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventSecondaryQuestion" ADD CONSTRAINT "EventSecondaryQuestion_workspaceId_customFieldId_fkey" FOREIGN KEY ("workspaceId", "customFieldId") REFERENCES "CustomField"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScheduleDay" ADD CONSTRAINT "ScheduleDay_workspaceId_scheduleId_fkey" FOREIGN KEY ("workspaceId", "scheduleId") REFERENCES "Schedule"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScheduleTiming" ADD CONSTRAINT "ScheduleTiming_workspaceId_dayId_fkey" FOREIGN KEY ("workspaceId", "dayId") REFERENCES "ScheduleDay"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_workspaceId_setterId_fkey" FOREIGN KEY ("workspaceId", "setterId") REFERENCES "Membership"("workspaceId", "userId") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "InviteeAnswer" ADD CONSTRAINT "InviteeAnswer_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteeAnswer" ADD CONSTRAINT "InviteeAnswer_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "Event"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteeAnswer" ADD CONSTRAINT "InviteeAnswer_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomField" ADD CONSTRAINT "CustomField_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomFieldOption" ADD CONSTRAINT "CustomFieldOption_workspaceId_customFieldId_fkey" FOREIGN KEY ("workspaceId", "customFieldId") REFERENCES "CustomField"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_customFieldId_fkey" FOREIGN KEY ("workspaceId", "customFieldId") REFERENCES "CustomField"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_eventCallId_fkey" FOREIGN KEY ("workspaceId", "eventCallId") REFERENCES "EventCall"("workspaceId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_dealId_fkey" FOREIGN KEY ("workspaceId", "dealId") REFERENCES "Deal"("workspaceId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_workspaceId_contactId_fkey" FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_webhookId_fkey" FOREIGN KEY ("workspaceId", "webhookId") REFERENCES "Webhook"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_workspaceId_eventId_fkey" FOREIGN KEY ("workspaceId", "eventId") REFERENCES "WebhookEvent"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows is written by hand: the diff tool does not see it.

-- Two calls of one host never overlap, whatever the code does. A cancelled call frees its time.
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_host_overlap" EXCLUDE USING gist (
  "workspaceId" WITH =, "userId" WITH =, tstzrange("dateTime", "endTime") WITH &&
) WHERE ("status" <> 'CANCELLED');

-- A call lasts a day at most: the counts by day rely on it to know which days are wholly over.
ALTER TABLE "EventCall" ADD CONSTRAINT "EventCall_duration_check"
  CHECK ("duration" BETWEEN 1 AND 1440 AND "endTime" = "dateTime" + make_interval(mins => "duration"));
ALTER TABLE "Event" ADD CONSTRAINT "Event_duration_check" CHECK ("duration" BETWEEN 1 AND 1440 AND "slotInterval" BETWEEN 1 AND 1440);
ALTER TABLE "ScheduleTiming" ADD CONSTRAINT "ScheduleTiming_order_check"
  CHECK ("startMinute" >= 0 AND "startMinute" < "endMinute" AND "endMinute" <= 1440);
ALTER TABLE "CustomFieldAnswer" ADD CONSTRAINT "CustomFieldAnswer_target_check" CHECK (num_nonnulls("contactId", "eventCallId") = 1);
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_rateLimitPoints_check" CHECK ("rateLimitPoints" >= 1);
ALTER TABLE "User" ADD CONSTRAINT "User_email_check" CHECK ("email" = lower("email"));

CREATE UNIQUE INDEX "Schedule_one_default" ON "Schedule" ("workspaceId", "userId") WHERE "isDefault";
CREATE UNIQUE INDEX "Contact_email_key" ON "Contact" ("workspaceId", lower("email"));
CREATE INDEX "EventCall_inviteeEmail_idx" ON "EventCall" ("workspaceId", lower("inviteeEmail"), "dateTime", "id");

-- Free-text search. The line breaks keep a word from matching across two columns.
CREATE INDEX "EventCall_search_idx" ON "EventCall" USING gin (
  "workspaceId",
  lower("inviteeName" || E'\n' || coalesce("inviteeEmail", '') || E'\n' || coalesce("phoneNumber", '')) gin_trgm_ops
);
CREATE INDEX "Contact_search_idx" ON "Contact" USING gin (
  "workspaceId",
  lower(coalesce("firstName", '') || ' ' || coalesce("lastName", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("phoneNumber", '')) gin_trgm_ops
);

-- The tallies. Dimensions: 0 all, 1 closer, 2 setter, 3 event, 4 outcome (0 = none yet), 5 status, 6 call type; an
-- enum counts by its place from 1. Each statement that touches calls adds at least the row of dimension 0 in all, even
-- when no number changes: (greatest sequence, number) of those rows names the state of the calls that a snapshot sees.
DO $outer$
DECLARE
  operation text[];
BEGIN
  FOREACH operation SLICE 1 IN ARRAY ARRAY[
    ['INSERT', 'SELECT c.*, 1 AS amount FROM added c', 'NEW TABLE AS added'],
    ['DELETE', 'SELECT c.*, -1 AS amount FROM removed c', 'OLD TABLE AS removed'],
    ['UPDATE', 'SELECT c.*, 1 AS amount FROM added c UNION ALL SELECT c.*, -1 FROM removed c', 'OLD TABLE AS removed NEW TABLE AS added']
  ] LOOP
    EXECUTE format($template$
      CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO "EventCallTally" ("workspaceId", "dimension", "value", "day", "amount")
        SELECT c."workspaceId", d.dimension, d.value, b.day, sum(c.amount)
        FROM (%2$s) c
        CROSS JOIN LATERAL (VALUES
          (0, 0),
          (1, c."userId"),
          (2, c."setterId"),
          (3, c."eventId"),
          (4, coalesce(array_position(enum_range(NULL::"CallOutcome"), c."outcome"), 0)),
          (5, array_position(enum_range(NULL::"CallStatus"), c."status")),
          (6, array_position(enum_range(NULL::"CallType"), c."callType"))
        ) d(dimension, value)
        CROSS JOIN LATERAL (VALUES ('-infinity'::date), ((c."dateTime" AT TIME ZONE 'UTC')::date)) b(day)
        WHERE d.value IS NOT NULL
        GROUP BY 1, 2, 3, 4
        HAVING sum(c.amount) <> 0 OR (d.dimension = 0 AND b.day = '-infinity');
        RETURN NULL;
      END $body$
    $template$, 'tallyEventCall' || initcap(operation[1]), operation[2]);
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON "EventCall" REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'EventCall_tally_' || lower(operation[1]), operation[1], operation[3], 'tallyEventCall' || initcap(operation[1])
    );
  END LOOP;
END $outer$;

CREATE INDEX "EventCallTally_state_idx" ON "EventCallTally" ("workspaceId", "sequence" DESC)
  WHERE "dimension" = 0 AND "value" = 0 AND "day" = '-infinity';
ALTER TABLE "EventCallTally" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
