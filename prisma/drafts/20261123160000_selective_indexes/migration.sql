-- Before there are statistics, PostgreSQL takes any index that begins with the workspace for as good as the one whose columns
-- are all given, and a prepared statement keeps that plan. So an index begins with its selective column, unless it serves an
-- ordered list of a workspace.

DROP INDEX "Invitation_workspaceId_email_key";
CREATE UNIQUE INDEX "Invitation_email_workspaceId_key" ON "Invitation"("email", "workspaceId");

DROP INDEX "Session_workspaceId_userId_idx";
CREATE INDEX "Session_userId_workspaceId_idx" ON "Session"("userId", "workspaceId");

DROP INDEX "ApiKey_workspaceId_userId_idx";
CREATE INDEX "ApiKey_userId_workspaceId_idx" ON "ApiKey"("userId", "workspaceId");

DROP INDEX "OAuthClient_workspaceId_userId_idx";
CREATE INDEX "OAuthClient_userId_workspaceId_idx" ON "OAuthClient"("userId", "workspaceId");

DROP INDEX "OAuthGrant_workspaceId_userId_idx";
CREATE INDEX "OAuthGrant_userId_workspaceId_idx" ON "OAuthGrant"("userId", "workspaceId");

DROP INDEX "OAuthToken_workspaceId_grantId_idx";
CREATE INDEX "OAuthToken_grantId_workspaceId_idx" ON "OAuthToken"("grantId", "workspaceId");

DROP INDEX "EventHost_workspaceId_userId_idx";
CREATE INDEX "EventHost_userId_workspaceId_idx" ON "EventHost"("userId", "workspaceId");

DROP INDEX "EventHost_workspaceId_scheduleId_eventId_idx";
CREATE INDEX "EventHost_scheduleId_workspaceId_eventId_idx" ON "EventHost"("scheduleId", "workspaceId", "eventId");

DROP INDEX "InviteeQuestion_workspaceId_eventId_displayIndex_idx";
CREATE INDEX "InviteeQuestion_eventId_workspaceId_displayIndex_idx" ON "InviteeQuestion"("eventId", "workspaceId", "displayIndex");

DROP INDEX "EventSecondaryQuestion_workspaceId_customFieldId_idx";
CREATE INDEX "EventSecondaryQuestion_customFieldId_workspaceId_idx" ON "EventSecondaryQuestion"("customFieldId", "workspaceId");

DROP INDEX "Schedule_workspaceId_userId_idx";
CREATE INDEX "Schedule_userId_workspaceId_idx" ON "Schedule"("userId", "workspaceId");

DROP INDEX "ScheduleDay_workspaceId_scheduleId_weekday_key";
CREATE UNIQUE INDEX "ScheduleDay_scheduleId_workspaceId_weekday_key" ON "ScheduleDay"("scheduleId", "workspaceId", "weekday");

DROP INDEX "ScheduleTiming_workspaceId_dayId_startMinute_idx";
CREATE INDEX "ScheduleTiming_dayId_workspaceId_startMinute_idx" ON "ScheduleTiming"("dayId", "workspaceId", "startMinute");

DROP INDEX "ScheduleOverride_workspaceId_scheduleId_date_key";
CREATE UNIQUE INDEX "ScheduleOverride_scheduleId_workspaceId_date_key" ON "ScheduleOverride"("scheduleId", "workspaceId", "date");

DROP INDEX "TimeOff_workspaceId_userId_endTime_idx";
CREATE INDEX "TimeOff_userId_workspaceId_endTime_idx" ON "TimeOff"("userId", "workspaceId", "endTime");

DROP INDEX "Contact_workspaceId_previewId_key";
CREATE UNIQUE INDEX "Contact_previewId_workspaceId_key" ON "Contact"("previewId", "workspaceId");

DROP INDEX "Contact_workspaceId_phoneNumber_idx";
CREATE INDEX "Contact_phoneNumber_workspaceId_idx" ON "Contact"("phoneNumber", "workspaceId");

DROP INDEX "Contact_workspaceId_userId_idx";
CREATE INDEX "Contact_userId_workspaceId_idx" ON "Contact"("userId", "workspaceId");

DROP INDEX "EventCall_workspaceId_previewId_key";
CREATE UNIQUE INDEX "EventCall_previewId_workspaceId_key" ON "EventCall"("previewId", "workspaceId");

DROP INDEX "InviteeAnswer_workspaceId_eventCallId_id_idx";
CREATE INDEX "InviteeAnswer_eventCallId_workspaceId_id_idx" ON "InviteeAnswer"("eventCallId", "workspaceId", "id");

DROP INDEX "InviteeAnswer_workspaceId_contactId_idx";
CREATE INDEX "InviteeAnswer_contactId_workspaceId_idx" ON "InviteeAnswer"("contactId", "workspaceId");

DROP INDEX "InviteeAnswer_workspaceId_eventId_idx";
CREATE INDEX "InviteeAnswer_eventId_workspaceId_idx" ON "InviteeAnswer"("eventId", "workspaceId");

DROP INDEX "CustomFieldOption_workspaceId_customFieldId_name_key";
CREATE UNIQUE INDEX "CustomFieldOption_customFieldId_workspaceId_name_key" ON "CustomFieldOption"("customFieldId", "workspaceId", "name");

DROP INDEX "CustomFieldOption_workspaceId_customFieldId_displayIndex_id_idx";
CREATE INDEX "CustomFieldOption_customFieldId_workspaceId_displayIndex_id_idx" ON "CustomFieldOption"("customFieldId", "workspaceId", "displayIndex", "id");

DROP INDEX "CustomFieldAnswer_workspaceId_contactId_customFieldId_key";
CREATE UNIQUE INDEX "CustomFieldAnswer_contactId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("contactId", "workspaceId", "customFieldId");

DROP INDEX "CustomFieldAnswer_workspaceId_eventCallId_customFieldId_key";
CREATE UNIQUE INDEX "CustomFieldAnswer_eventCallId_workspaceId_customFieldId_key" ON "CustomFieldAnswer"("eventCallId", "workspaceId", "customFieldId");

DROP INDEX "CustomFieldAnswer_workspaceId_customFieldId_idx";
CREATE INDEX "CustomFieldAnswer_customFieldId_workspaceId_idx" ON "CustomFieldAnswer"("customFieldId", "workspaceId");

DROP INDEX "Deal_workspaceId_contactId_idx";
CREATE INDEX "Deal_contactId_workspaceId_idx" ON "Deal"("contactId", "workspaceId");

DROP INDEX "Deal_workspaceId_eventCallId_idx";
CREATE INDEX "Deal_eventCallId_workspaceId_idx" ON "Deal"("eventCallId", "workspaceId");

DROP INDEX "Transaction_workspaceId_contactId_idx";
CREATE INDEX "Transaction_contactId_workspaceId_idx" ON "Transaction"("contactId", "workspaceId");

DROP INDEX "Transaction_workspaceId_dealId_idx";
CREATE INDEX "Transaction_dealId_workspaceId_idx" ON "Transaction"("dealId", "workspaceId");

DROP INDEX "Webhook_workspaceId_grantId_idx";
CREATE INDEX "Webhook_grantId_workspaceId_idx" ON "Webhook"("grantId", "workspaceId");

DROP INDEX "WebhookDelivery_workspaceId_eventId_idx";
CREATE INDEX "WebhookDelivery_eventId_workspaceId_idx" ON "WebhookDelivery"("eventId", "workspaceId");

DROP INDEX "WebhookAttempt_workspaceId_deliveryId_idx";
CREATE INDEX "WebhookAttempt_deliveryId_workspaceId_idx" ON "WebhookAttempt"("deliveryId", "workspaceId");

DROP INDEX "ApiRequest_workspaceId_requestId_time_id_idx";
CREATE INDEX "ApiRequest_requestId_workspaceId_time_id_idx" ON "ApiRequest"("requestId", "workspaceId", "time", "id");

DROP INDEX "CustomField_workspaceId_type_identifier_key";
CREATE UNIQUE INDEX "CustomField_identifier_workspaceId_type_key" ON "CustomField"("identifier", "workspaceId", "type");

DROP INDEX "Schedule_one_default";
CREATE UNIQUE INDEX "Schedule_one_default" ON "Schedule"("userId", "workspaceId") WHERE "isDefault";

DROP INDEX "Contact_email_key";
CREATE UNIQUE INDEX "Contact_email_key" ON "Contact"(lower("email"), "workspaceId");

DROP INDEX "Event_workspaceId_linkPrefix_live_key";
CREATE UNIQUE INDEX "Event_linkPrefix_workspaceId_live_key" ON "Event"("linkPrefix", "workspaceId") WHERE "deletedAt" IS NULL;

-- The index above has all sessions of a user.
DROP INDEX "Session_userId_idx";

-- A token is found by its hash in its primary key, so each refresh writes one index less for each token.
ALTER TABLE "OAuthToken" DROP CONSTRAINT "OAuthToken_pkey";
ALTER TABLE "OAuthToken" ADD CONSTRAINT "OAuthToken_pkey" PRIMARY KEY ("hash", "workspaceId");
DROP INDEX "OAuthToken_hash_idx";

-- A used refresh token gets its successor in the page that it is in, so that its indexes need no entry for that.
ALTER TABLE "OAuthToken" SET (fillfactor = 85);

-- Earlier migrations analysed two tables. In a new database that told PostgreSQL that they are empty, and its plans read them as a
-- whole until they are analysed again; to truncate a table makes it forget that. Without a workspace, all of them are empty.
DO $body$
BEGIN
  IF (SELECT count(*) FROM "Workspace") = 0 THEN
    TRUNCATE "EventCall", "Invitee" CASCADE;
  END IF;
END $body$;
