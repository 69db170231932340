/** Calls as they were stored before they named their invitee: twice the same one in other letters, and one without e-mail. */
export const callsWithoutInvitees = `
  INSERT INTO "Workspace" ("name") VALUES ('Old'), ('Other');
  INSERT INTO "User" ("email", "username", "firstName", "lastName") VALUES ('a@example.com', 'a', 'A', 'B');
  INSERT INTO "Membership" ("workspaceId", "userId", "role") SELECT "id", 1, 'OWNER' FROM "Workspace";
  INSERT INTO "Event" ("workspaceId", "name", "linkPrefix", "callType", "duration")
    SELECT "id", 'Call', 'a/' || "id", 'STRATEGY_EVENT', 30 FROM "Workspace" ORDER BY "id";
  INSERT INTO "Contact" ("workspaceId", "previewId", "email") SELECT "id", 'c' || "id", 'ira@example.com' FROM "Workspace" ORDER BY "id";
  INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "dateTime", "endTime",
    "duration", "timeZone", "inviteeName", "inviteeEmail", "phoneNumber", "location")
  SELECT w, 'call_' || n, w, w, 1, 'STRATEGY_EVENT', t, t + interval '30 minutes', 30, 'UTC', i.name, i.email, i.phone, 'ZOOM'
  FROM (VALUES (1, 1, 'Ira Öz', 'ira@example.com', '+1'), (1, 2, 'IRA ÖZ', 'Ira@example.com', '+1'), (1, 3, 'Ira Öz', NULL, NULL),
    (2, 4, 'Ira Öz', NULL, NULL)) i(w, n, name, email, phone),
    LATERAL (SELECT timestamptz '2026-01-01T09:00Z' + n * interval '1 day') d(t)`;
