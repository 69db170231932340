import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { emptyStage, fictionalNumber, type Stage } from './support.ts';

const today = `'2026-11-20T00:00:00Z'::timestamptz`;
const now = `'2026-11-20T15:30:00Z'::timestamptz`;
const callsOf = (condition: string) => `SELECT count(*) FROM "EventCall" c WHERE ${condition}`;
const withContact = (condition: string) =>
  `SELECT count(*) FROM "EventCall" c JOIN "Contact" p ON p."id" = c."contactId" WHERE ${condition}`;
const fieldAnswers = (condition: string) =>
  `SELECT count(*) FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."id" = a."customFieldId" WHERE ${condition}`;
const optionTypes = `f."inputType" IN ('SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX')`;

/** Each says what must not be found. */
const forbidden: Record<string, string> = {
  'an outcome that does not go with the call type': callsOf(
    `"outcome" IS NOT NULL AND ("callType" = 'STRATEGY_EVENT') <> ("outcome" IN ('WON', 'NO_SALE'))`,
  ),
  'a refusal without a reason, or a reason without a refusal': callsOf(
    `coalesce("outcome" IN ('NO_SALE', 'REJECTED'), false) <> ("noSaleReason" IS NOT NULL)`,
  ),
  'an outcome before the end': callsOf(`"outcome" IS NOT NULL AND "endTime" > ${now}`),
  'a cancellation without a reason, or the reverse': callsOf(
    `("status" = 'CANCELLED') <> ("cancelReason" IS NOT NULL)`,
  ),
  'a rescheduling without a reason, or the reverse': callsOf(
    `("status" = 'RESCHEDULED') <> ("rescheduleReason" IS NOT NULL)`,
  ),
  'a call booked in the future or after its start': callsOf(`"createdAt" > least("dateTime", ${today})`),
  'a change before the booking or in the future': callsOf(`"updatedAt" < "createdAt" OR "updatedAt" > ${now}`),
  'a booking, a move, a cancellation or an outcome that is not in the history, or is there twice': callsOf(
    `(SELECT array_agg(h."kind"::text ORDER BY h."id") FROM "EventCallChange" h WHERE h."eventCallId" = c."id") IS DISTINCT FROM
      array_remove(ARRAY['BOOKED', CASE c."status" WHEN 'RESCHEDULED' THEN 'MOVED' WHEN 'CANCELLED' THEN 'CANCELLED' END,
        CASE WHEN c."outcome" IS NOT NULL THEN 'OUTCOME_SET' END], NULL)`,
  ),
  'a change out of order, or unlike its call': `SELECT count(*) FROM "EventCallChange" h JOIN "EventCall" c ON c."id" = h."eventCallId"
    WHERE h."createdAt" NOT BETWEEN c."createdAt" AND c."updatedAt" OR h."dateTime" <> c."dateTime" OR h."outcome" <> c."outcome"
      OR h."reason" <> coalesce(c."cancelReason", c."rescheduleReason") OR h."kind" = 'MOVED' AND h."dateTimeBefore" < h."createdAt"
      OR EXISTS (SELECT FROM "EventCallChange" o WHERE o."eventCallId" = c."id" AND o."id" > h."id" AND o."createdAt" < h."createdAt")`,
  'a call unlike its event': `SELECT count(*) FROM "EventCall" c JOIN "Event" e ON e."id" = c."eventId" WHERE
    (c."callType", c."duration", c."location") <> (e."callType", e."duration", e."location")
    OR c."locationLink" IS DISTINCT FROM e."locationLink"`,
  'a call booked later or earlier than its event allows': `SELECT count(*) FROM "EventCall" c JOIN "Event" e ON e."id" = c."eventId"
    WHERE c."dateTime" - c."createdAt" NOT BETWEEN make_interval(mins => e."minimumNotice") AND make_interval(days => e."bookingWindow")`,
  'more calls of an event on a day than it allows': `SELECT count(*) FROM (SELECT FROM "EventCall" c JOIN "Event" e
    ON e."id" = c."eventId" GROUP BY e."id", c."dateTime"::date HAVING count(*) > max(e."dailyLimit")) d`,
  'an invitee with more calls to come than the event allows': `SELECT count(*) FROM (SELECT FROM "EventCall" c JOIN "Event" e
    ON e."id" = c."eventId" WHERE c."status" <> 'CANCELLED' AND c."endTime" > ${today}
    GROUP BY c."contactId", e."id" HAVING count(*) > max(e."maxUpcomingPerInvitee")) i`,
  'an invitee with more calls to come than the workspace allows': `SELECT count(*) FROM (SELECT FROM "EventCall" c
    WHERE c."status" <> 'CANCELLED' AND c."endTime" > ${today} GROUP BY c."contactId" HAVING count(*) > 10) i`,
  'an invitee who is not the contact': withContact(`c."inviteeName" <> p."firstName" || ' ' || p."lastName"
    OR c."inviteeEmail" IS DISTINCT FROM p."email" OR c."phoneNumber" IS DISTINCT FROM p."phoneNumber"`),
  'a contact who joined after booking': withContact(`p."joinedTime" > c."createdAt"`),
  'a setter who is none': `SELECT count(*) FROM "EventCall" c JOIN "Membership" m ON m."userId" = c."setterId" WHERE m."role" <> 'SETTER'`,
  'a contact who cannot be reached': `SELECT count(*) FROM "Contact" WHERE num_nonnulls("email", "phoneNumber") = 0`,
  'two contacts of one number or name': `SELECT count(*) - count(DISTINCT ("firstName", "lastName")) + count("phoneNumber")
    - count(DISTINCT "phoneNumber") FROM "Contact"`,
  'a number that somebody may have': `SELECT count(*) FROM "Contact" WHERE "phoneNumber" !~ '${fictionalNumber}'`,
  'an address that somebody may have': `SELECT count(*) FROM "Contact" WHERE "email" !~ '^[a-z]+\\.[a-z]+@([a-z.-]+\\.example|example\\.(com|org|net))$'`,
  'an owner who is no member': `SELECT count(*) FROM "Contact" c WHERE "userId" IS NOT NULL AND NOT EXISTS (
    SELECT FROM "Membership" m WHERE m."userId" = c."userId")`,
  'a schedule without its seven days': `SELECT count(*) FROM "Schedule" s WHERE
    (SELECT count(*) FROM "ScheduleDay" d WHERE d."scheduleId" = s."id") <> 7`,
  'an answer to a question that was not asked': `SELECT count(*) FROM "InviteeAnswer" a WHERE NOT EXISTS (SELECT FROM "InviteeQuestion" q
    WHERE (q."eventId", q."type", q."statement") = (a."eventId", a."type", a."statement"))`,
  'an answer of somebody else': `SELECT count(*) FROM "InviteeAnswer" a JOIN "EventCall" c ON c."id" = a."eventCallId" WHERE
    c."contactId" <> a."contactId" OR (a."type" = 'EMAIL' AND a."answer" <> c."inviteeEmail") OR (a."type" = 'NAME' AND a."answer" <> c."inviteeName")`,
  'a field answered for the wrong thing': fieldAnswers(
    `f."type"::text <> CASE WHEN a."contactId" IS NULL THEN 'CALL' ELSE 'CONTACT' END`,
  ),
  'a field answered with nothing': fieldAnswers(`cardinality(a."answer") = 0`),
  'a choice that is not offered':
    fieldAnswers(`${optionTypes} AND EXISTS (SELECT FROM unnest(a."answer") v WHERE v NOT IN (
    SELECT o."name" FROM "CustomFieldOption" o WHERE o."customFieldId" = f."id"))`),
  'several answers where one is asked for': fieldAnswers(
    `f."inputType" NOT IN ('MULTIPLE_SELECT', 'CHECK_BOX', 'USERS_MULTIPLE') AND cardinality(a."answer") <> 1`,
  ),
  'a user in an answer who is no member': fieldAnswers(`f."inputType" IN ('USER', 'USERS_MULTIPLE') AND EXISTS (
    SELECT FROM unnest(a."answer") v WHERE v NOT IN (SELECT "userId"::text FROM "Membership"))`),
  'a contact without a stage': `SELECT count(*) FROM "Contact" c WHERE NOT EXISTS (SELECT FROM "CustomFieldAnswer" a JOIN "CustomField" f
    ON f."id" = a."customFieldId" WHERE a."contactId" = c."id" AND f."identifier" = 'contact-stage')`,
  'a deal of a call that was not won': `SELECT count(*) FROM "Deal" d JOIN "EventCall" c ON c."id" = d."eventCallId"
    WHERE c."outcome" IS DISTINCT FROM 'WON' OR c."contactId" <> d."contactId" OR c."userId" <> d."userId"`,
  'a no-show with an objection': callsOf(`"noSaleReason" = 'NO_SHOW' AND "objection" IS NOT NULL`),
  'an objection without its kind, or the reverse': callsOf(`("objection" IS NULL) <> ("objectionKind" IS NULL)`),
  'a payment to come': `SELECT count(*) FROM "Transaction" WHERE "time" > ${now} OR "createdAt" > ${now}`,
  'a call that waits for an outcome for long': callsOf(
    `"outcome" IS NULL AND "status" <> 'CANCELLED' AND "endTime" < ${today} - interval '5 days'`,
  ),
  'a host of an app or a webhook that somebody may have': `SELECT count(*) FROM (SELECT "url" FROM "Webhook"
    UNION ALL SELECT "homepageUrl" FROM "OAuthClient" UNION ALL SELECT unnest("redirectUris") FROM "OAuthClient") u
    WHERE u."url" !~ '^https://[a-z-]+[.]example(/|$)'`,
  'an address of a request that somebody may have': `SELECT count(*) FROM "ApiRequest" WHERE "address" !~ '^(203[.]0[.]113|198[.]51[.]100)[.]'`,
  'a webhook that gets what is done with calls and contacts': `SELECT count(*) FROM "Webhook", unnest("kinds") k WHERE k !~ '^(deal|transaction)[.]'`,
  'a webhook that fails, or has deliveries to come': `SELECT count(*) FROM "Webhook" w WHERE "status" <> 'ACTIVE' OR "failingSince" IS NOT NULL
    OR "dueAt" IS NOT NULL OR EXISTS (SELECT FROM "WebhookDelivery" d WHERE d."webhookId" = w."id" AND d."status" = 'PENDING')
    OR EXISTS (SELECT FROM "WebhookEvent" e WHERE NOT e."isDispatched")`,
  'a gap in the numbers of deliveries': `SELECT count(*) FROM "Webhook" w WHERE ARRAY(SELECT d."sequence" FROM "WebhookDelivery" d
    WHERE d."webhookId" = w."id" ORDER BY d."id") <> ARRAY(SELECT generate_series(1, w."lastSequence"))`,
  'an event unlike its record': `SELECT count(*) FROM "WebhookEvent" e WHERE NOT EXISTS (
    SELECT FROM "Deal" d WHERE e."kind" = 'deal.created' AND d."createdAt" = e."createdAt" AND
      (d."id", d."value", d."productName") = ((e."payload" ->> 'id')::int, (e."payload" ->> 'value')::numeric, e."payload" ->> 'productName')
    UNION ALL SELECT FROM "Transaction" t WHERE e."kind" = 'transaction.created' AND t."createdAt" = e."createdAt" AND
      (t."id", t."value", t."currency") = ((e."payload" ->> 'id')::int, (e."payload" ->> 'value')::numeric, e."payload" ->> 'currency'))`,
  'a delivery unlike its last attempt': `SELECT count(*) FROM "WebhookDelivery" d WHERE format('%s %s', d."status" = 'DELIVERED', d."attempts") <> (
    SELECT format('%s %s', (array_agg(a."responseStatus" ORDER BY a."sentAt" DESC))[1] = 200, count(*)) FROM "WebhookAttempt" a
    WHERE a."deliveryId" = d."id" AND a."webhookId" = d."webhookId" AND a."sentAt" > d."createdAt")`,
  'a use in the future': `SELECT count(*) FROM (SELECT "lastUsedAt" AS "at" FROM "ApiKey" UNION ALL SELECT "lastUsedAt" FROM "OAuthGrant"
    UNION ALL SELECT "time" FROM "ApiRequest" UNION ALL SELECT "sentAt" FROM "WebhookAttempt") u WHERE u."at" > ${now}`,
  'a credential that was used before it was made': `SELECT count(*) FROM "ApiRequest" r
    LEFT JOIN "ApiKey" k ON k."id" = r."apiKeyId" LEFT JOIN "OAuthGrant" g ON g."id" = r."connectionId"
    WHERE r."time" < coalesce(k."createdAt", g."createdAt") IS NOT FALSE OR r."userId" <> coalesce(k."userId", g."userId")`,
  'a request after the last use of its credential': `SELECT count(*) FROM "ApiRequest" r
    LEFT JOIN "ApiKey" k ON k."id" = r."apiKeyId" LEFT JOIN "OAuthGrant" g ON g."id" = r."connectionId"
    WHERE r."time" > coalesce(k."lastUsedAt", g."lastUsedAt") IS NOT FALSE`,
  'a request that is deleted soon': `SELECT count(*) FROM "ApiRequest" WHERE "time" < ${now} - interval '6 days'`,
  'a request with an error and no code, or the reverse': `SELECT count(*) FROM "ApiRequest" WHERE ("status" >= 400) <> ("errorCode" IS NOT NULL)`,
  'a missing scope that the app has': `SELECT count(*) FROM "ApiRequest" r JOIN "OAuthGrant" g ON g."id" = r."connectionId"
    WHERE r."status" = 403 AND split_part(r."errorMessage", ': ', 2) = ANY (g."scopes")`,
  'a connection that has ended': `SELECT count(*) FROM "OAuthGrant" WHERE "revokedAt" IS NOT NULL OR "expiresAt" < ${now} + interval '29 days'`,
  'a scope that its app lacks': `SELECT count(*) FROM "OAuthGrant" g JOIN "OAuthClient" c ON c."clientId" = g."clientId" WHERE NOT g."scopes" <@ c."allowedScopes"`,
  'a payment of somebody else': `SELECT count(*) FROM "Transaction" t JOIN "Deal" d ON d."id" = t."dealId" WHERE t."contactId" <> d."contactId"`,
};

/** Each says what must be found. */
const present: Record<string, string> = {
  'a weekday without hours': `SELECT count(*) FROM "ScheduleDay" d WHERE NOT EXISTS (SELECT FROM "ScheduleTiming" t WHERE t."dayId" = d."id")`,
  'a day with two stretches of hours': `SELECT count(*) FROM (SELECT FROM "ScheduleTiming" GROUP BY "dayId" HAVING count(*) = 2) d`,
  'hours until midnight': `SELECT count(*) FROM "ScheduleTiming" WHERE "endMinute" = 1440`,
  'hosts of different priority': `SELECT count(*) FROM (SELECT FROM "EventHost" GROUP BY "eventId" HAVING count(DISTINCT "priority") > 1) e`,
  'secondary questions': 'SELECT count(*) FROM "EventSecondaryQuestion"',
  'contacts by phone only': 'SELECT count(*) FROM "Contact" WHERE "email" IS NULL',
  'payments without a deal': 'SELECT count(*) FROM "Transaction" WHERE "dealId" IS NULL',
  'payments without a contact': 'SELECT count(*) FROM "Transaction" WHERE "contactId" IS NULL',
  'several payments of one deal':
    'SELECT count(*) FROM (SELECT FROM "Transaction" GROUP BY "dealId" HAVING count(*) > 2) d',
  'answers of calls': 'SELECT count(*) FROM "CustomFieldAnswer" WHERE "eventCallId" IS NOT NULL',
  'a hidden field': 'SELECT count(*) FROM "CustomField" WHERE "hidden"',
  'connections of the owner and of a closer, with a live access token': `SELECT count(*) FROM "OAuthGrant" o JOIN "OAuthGrant" c
    ON c."clientId" = o."clientId" JOIN "Membership" om ON om."userId" = o."userId" JOIN "Membership" cm ON cm."userId" = c."userId"
    WHERE (om."role", cm."role") = ('OWNER', 'CLOSER') AND (SELECT count(DISTINCT t."grantId") FROM "OAuthToken" t
      WHERE t."kind" = 'ACCESS' AND t."expiresAt" > ${now}) = 2 AND least(o."lastUsedAt", c."lastUsedAt") > ${now} - interval '1 hour'`,
  'a key that was used lately': `SELECT count(*) FROM "ApiKey" WHERE "lastUsedAt" > ${now} - interval '1 hour'`,
  'twenty-five deliveries of the last weeks, the latest of today or yesterday': `SELECT 1 FROM "WebhookDelivery"
    HAVING count(*) = 25 AND min("createdAt") > ${today} - interval '21 days' AND max("createdAt") >= ${today} - interval '1 day'`,
  'one delivery that failed after all attempts': `SELECT 1 FROM "WebhookDelivery" WHERE "status" = 'FAILED' HAVING count(*) = 1 AND min("attempts") = 8`,
  'one delivery that succeeded after a 5xx': `SELECT 1 FROM "WebhookDelivery" d WHERE "status" = 'DELIVERED' AND EXISTS (
    SELECT FROM "WebhookAttempt" a WHERE a."deliveryId" = d."id" AND a."responseStatus" >= 500) HAVING count(*) = 1`,
  'deliveries of both kinds': `SELECT 1 FROM "WebhookEvent" HAVING count(DISTINCT "kind") = 2`,
  'requests of the last hour and of days ago': `SELECT 1 FROM "ApiRequest" HAVING max("time") > ${now} - interval '30 minutes'
    AND min("time") < ${now} - interval '2 days'`,
  'requests with the key, and with the app for two members': `SELECT 1 FROM "ApiRequest" HAVING count("apiKeyId") > 10
    AND count("clientId") > 20 AND count(DISTINCT "connectionId") = 2`,
  'requests mostly with success, and with each common status': `SELECT 1 FROM "ApiRequest" HAVING 10 * count(*) FILTER (WHERE "status" = 200) > 7 * count(*)
    AND array_agg(DISTINCT "status") = '{200,201,400,403,404,429}'`,
  'a configured field': `SELECT count(*) FROM "CustomField" WHERE "configuration" <> '{}'`,
};

describe('what the demo workspace holds', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await emptyStage();
    await createDemoWorkspace(stage.context);
  });
  afterAll(() => stage.close());

  test.each(Object.entries(forbidden))('not %s', async (_, sql) => {
    await expect(stage.count(sql)).resolves.toBe(0);
  });

  test.each(Object.entries(present))('%s', async (_, sql) => {
    await expect(stage.count(sql)).resolves.toBeGreaterThan(0);
  });

  test('contacts of all stages, by the names that the field offers', async () => {
    const stages = await stage.rows<{ stage: string }>(
      `SELECT DISTINCT a."answer"[1] AS "stage" FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."id" = a."customFieldId"
       WHERE f."identifier" = 'contact-stage' AND f."isSystemField" AND f."type" = 'CONTACT'`,
    );
    expect(stages.map((row) => row.stage).sort()).toEqual(['Customer', 'Lead', 'Lost', 'Opportunity', 'Qualified']);
  });

  test('fields of every input type are answered, but for those of objects without answers', async () => {
    const rows = await stage.rows<{ identifier: string }>(
      `SELECT "identifier" FROM "CustomField" f WHERE "type" IN ('CONTACT', 'CALL')
       AND NOT EXISTS (SELECT FROM "CustomFieldAnswer" a WHERE a."customFieldId" = f."id")`,
    );
    expect(rows).toEqual([]);
  });
});
