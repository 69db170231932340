-- The rollups counted cancelled calls without an outcome among those that await one (dimension 4, value 0). A row with the
-- negative amount takes them out, as a change of the calls would.
INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "amount")
SELECT c."workspaceId", 4, 0, d."day", -count(*)::int
FROM "EventCall" c
CROSS JOIN LATERAL (VALUES ('-infinity'::date), ((c."dateTime" AT TIME ZONE 'UTC')::date)) d("day")
WHERE c."outcome" IS NULL AND c."status" = 'CANCELLED'
GROUP BY c."workspaceId", d."day";
