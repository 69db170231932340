CREATE TYPE "ObjectionKind" AS ENUM ('MONEY', 'LOGISTIC', 'PARTNER', 'FEAR', 'SMOKE_SCREEN', 'NO_OBJECTION');
ALTER TABLE "EventCall" ADD COLUMN "objectionKind" "ObjectionKind";
