-- no-transaction
-- A table that was written anew has no visibility map, so each index-only scan would read the calls too, for as long as
-- nothing gives autovacuum a reason to visit the table.
VACUUM (ANALYZE) "EventCall", "Invitee";
