ALTER TABLE "ScheduleOverride" DROP CONSTRAINT "ScheduleOverride_timings_check", ADD CONSTRAINT "ScheduleOverride_timings_check"
  CHECK ("startMinutes" IS NOT NULL AND "endMinutes" IS NOT NULL AND cardinality("startMinutes") = cardinality("endMinutes"));
