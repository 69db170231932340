-- The code that writes calls adds their rollups, in the same transaction: a distributed PostgreSQL refuses triggers on its
-- tables. The numbers of words are in `src/db/rollups.ts` alone.
DROP TRIGGER "EventCall_rollup_insert" ON "EventCall";
DROP TRIGGER "EventCall_rollup_delete" ON "EventCall";
DROP TRIGGER "EventCall_rollup_update" ON "EventCall";
DROP FUNCTION "rollUpEventCallInsert"();
DROP FUNCTION "rollUpEventCallDelete"();
DROP FUNCTION "rollUpEventCallUpdate"();
DROP FUNCTION "rollupKeys"(int, int, int, "CallOutcome", "CallStatus", "CallType", timestamptz);
DROP FUNCTION "rollupNumber"(int, text);
