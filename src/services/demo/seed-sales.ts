import { currencyMix, dealMix, soldPercent, sourceMix } from './sales-mix.ts';
import { type CallsPlan, todayOf } from './seed-call-columns.ts';
import { chance, pick, roll, weighted } from './sql-pieces.ts';
import { products } from './texts.ts';

/** A bigint of the call that is the same in every database, which its id is not. */
const call = `hashtextextended("previewId", 0)`;

/** For most won calls of the query "call" a deal and its first payment, as two queries more of the statement. */
export function salesQueries(plan: CallsPlan): string {
  return `
    "deal" AS (
      INSERT INTO "Deal" ("workspaceId", "contactId", "eventCallId", "userId", "value", "currency", "transactionType",
        "productName", "time", "createdAt", "updatedAt")
      SELECT ${plan.workspaceId}, "contactId", "id", "userId", 250 * (4 + ${roll(call, 60, 57)}), ${weighted(call, 61, currencyMix)},
        (${weighted(call, 62, dealMix)})::"DealTransactionType", ${pick(call, 63, products)}, t."time", t."time", t."time"
      FROM "call" CROSS JOIN LATERAL (
        SELECT least("endTime" + make_interval(mins => ${roll(call, 64, 2 * 24 * 60)}), ${todayOf(plan)}) AS "time"
      ) t
      WHERE "outcome" = 'WON' AND ${chance(call, 65, soldPercent)}
      RETURNING "id", "eventCallId", "value", "currency", "transactionType", "time"
    ), "payment" AS (
      INSERT INTO "Transaction" ("workspaceId", "dealId", "contactId", "userId", "value", "currency", "name", "email",
        "phoneNumber", "source", "time", "createdAt", "updatedAt")
      SELECT ${plan.workspaceId}, d."id", "contactId", "userId",
        round(d."value" / CASE d."transactionType" WHEN 'RECURRING' THEN 6 WHEN 'DEPOSIT' THEN 5 ELSE 1 END, 2), d."currency",
        "inviteeName", "inviteeEmail", "phoneNumber", (${weighted(call, 66, sourceMix)})::"TransactionSource",
        d."time", d."time", d."time"
      FROM "deal" d JOIN "call" c ON c."id" = d."eventCallId"
    )`;
}
