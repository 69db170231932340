-- The rollups get the field's name. Their rows stay: the numbers below are the positions that the enums had until now.
ALTER TABLE "EventCallTally" RENAME TO "EventCallRollup";
ALTER TABLE "EventCallRollup" RENAME CONSTRAINT "EventCallTally_pkey" TO "EventCallRollup_pkey";
ALTER SEQUENCE "EventCallTally_sequence_seq" RENAME TO "EventCallRollup_sequence_seq";
ALTER INDEX "EventCallTally_state_idx" RENAME TO "EventCallRollup_state_idx";

DROP TRIGGER "EventCall_tally_insert" ON "EventCall";
DROP TRIGGER "EventCall_tally_delete" ON "EventCall";
DROP TRIGGER "EventCall_tally_update" ON "EventCall";
DROP FUNCTION "tallyEventCallInsert"();
DROP FUNCTION "tallyEventCallDelete"();
DROP FUNCTION "tallyEventCallUpdate"();

-- The number by which the rollups store a word of a dimension; 0 is NULL. A number never changes: a migration that moves
-- or renames an enum's values leaves it as it is, and a new value gets the next one. `src/db/rollups.ts` has the same table.
CREATE FUNCTION "rollupNumber"(dimension int, word text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $body$
DECLARE
  number int := CASE
    WHEN word IS NULL THEN 0
    WHEN dimension = 4 THEN CASE word
      WHEN 'WON' THEN 1 WHEN 'NO_SALE' THEN 2 WHEN 'QUALIFIED' THEN 3
      WHEN 'UNQUALIFIED' THEN 4 WHEN 'APPROVED' THEN 5 WHEN 'REJECTED' THEN 6 END
    WHEN dimension = 5 THEN CASE word WHEN 'SCHEDULED' THEN 1 WHEN 'RESCHEDULED' THEN 2 WHEN 'CANCELLED' THEN 3 END
    WHEN dimension = 6 THEN CASE word WHEN 'STRATEGY_EVENT' THEN 1 WHEN 'DISCOVERY_EVENT' THEN 2 END
  END;
BEGIN
  IF number IS NULL THEN
    RAISE EXCEPTION 'rollupNumber: dimension % has no number for "%". Add it in a migration.', dimension, word;
  END IF;
  RETURN number;
END $body$;

-- The rows of the rollups in which a call counts: for each dimension, in all (day = -infinity) and on its UTC day.
-- Dimensions: 0 all, 1 closer, 2 setter, 3 event, 4 outcome, 5 status, 6 call type.
CREATE FUNCTION "rollupKeys"(
  "userId" int, "setterId" int, "eventId" int, "outcome" "CallOutcome", "status" "CallStatus", "callType" "CallType",
  "dateTime" timestamptz
) RETURNS TABLE ("dimension" int, "value" int, "day" date) LANGUAGE sql STABLE AS $body$
  SELECT d.dimension, d.value, b.day
  FROM (VALUES
    (0, 0),
    (1, $1),
    (2, $2),
    (3, $3),
    (4, "rollupNumber"(4, $4::text)),
    (5, "rollupNumber"(5, $5::text)),
    (6, "rollupNumber"(6, $6::text))
  ) d(dimension, value)
  CROSS JOIN (VALUES ('-infinity'::date), (($7 AT TIME ZONE 'UTC')::date)) b(day)
  WHERE d.value IS NOT NULL
$body$;

-- Each statement that touches calls adds at least the row of dimension 0 in all, even when no number changes: (greatest
-- sequence, number) of those rows names the state of the calls that a snapshot sees.
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
        INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "amount")
        SELECT c."workspaceId", k."dimension", k."value", k."day", sum(c.amount)
        FROM (%2$s) c
        CROSS JOIN LATERAL "rollupKeys"(
          c."userId", c."setterId", c."eventId", c."outcome", c."status", c."callType", c."dateTime") k
        GROUP BY 1, 2, 3, 4
        HAVING sum(c.amount) <> 0 OR (k."dimension" = 0 AND k."day" = '-infinity');
        RETURN NULL;
      END $body$
    $template$, 'rollUpEventCall' || initcap(operation[1]), operation[2]);
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON "EventCall" REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'EventCall_rollup_' || lower(operation[1]), operation[1], operation[3], 'rollUpEventCall' || initcap(operation[1])
    );
  END LOOP;
END $outer$;
