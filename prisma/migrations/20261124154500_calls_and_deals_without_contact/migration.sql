-- Calls and deals stay where their contact is erased.
ALTER TABLE "EventCall" ALTER COLUMN "contactId" DROP NOT NULL;
ALTER TABLE "Deal" ALTER COLUMN "contactId" DROP NOT NULL;
