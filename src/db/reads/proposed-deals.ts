import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import {
  maxDealsByAmount,
  maxProposals,
  type ProposedDeal,
  proposalReasons,
  proposalWeights,
} from '#src/domain/transactions/proposal.ts';
import { currenciesWithoutDecimals } from '#src/lib/currency.ts';
import { searchTextOf } from './contacts.ts';
import { jsonInstant } from './json-record.ts';
import { literalInLike, ownedBy, Values } from './list.ts';
import { amountSql } from './record-reader.ts';

interface ProposalQuery {
  readonly workspaceId: number;
  /** The transactions, which the caller sees. */
  readonly ids: readonly number[];
  /** The deals that the caller sees, if not all. */
  readonly visible: OwnRows | undefined;
}

interface Row extends ProposedDeal {
  /** Null in the single row of an answer without proposals. */
  readonly transactionId: number | null;
  readonly nonce: number;
}

const weight = `CASE m."reason" ${proposalReasons.map((reason) => `WHEN '${reason}' THEN ${proposalWeights[reason]}`).join(' ')} END`;

const searchText = searchTextOf('c');

/** What was returned of a payment. */
const refunds = `coalesce((SELECT sum(f."value") FROM "Transaction" f WHERE f."workspaceId" = $1 AND f."refundOf" = t."id"), 0)`;

const samePerson = (
  reason: string,
  condition: string,
) => `SELECT p."id" AS "transactionId", c."id" AS "contactId", '${reason}' AS "reason"
  FROM "payment" p JOIN "Contact" c ON c."workspaceId" = $1 AND ${condition}`;

/**
 * The deals to which payments without a deal may belong, for all payments of a page in one statement: deals of the person who
 * paid, and of the latest deals those of which as much is open. All have the currency of the payment.
 */
export async function readProposedDeals(
  db: Database,
  { workspaceId, ids, visible }: ProposalQuery,
): Promise<ReadonlyMap<number, ProposedDeal[]>> {
  const values = new Values();
  values.add(workspaceId, 'int');
  const payments = values.add(ids, 'int[]');
  // An installment is rounded to the units of its currency.
  const unit = `CASE WHEN p."currency" = ANY (${values.add(currenciesWithoutDecimals, 'text[]')}) THEN 1 ELSE 0.01 END`;
  const deals = ['r."workspaceId" = $1', ...ownedBy('r', values, visible)].join(' AND ');
  const text = `WITH "payment" AS MATERIALIZED (
      SELECT t."id", t."value", t."currency", t."contactId", t."email", t."phoneNumber", lower(btrim(t."name")) AS "name"
      FROM "Transaction" t
      WHERE t."workspaceId" = $1 AND t."id" = ANY (${payments}) AND t."dealId" IS NULL AND t."refundOf" IS NULL AND t."value" > 0
    ), "person" AS MATERIALIZED (
      SELECT p."id" AS "transactionId", p."contactId", 'CONTACT' AS "reason" FROM "payment" p WHERE p."contactId" IS NOT NULL
      UNION ALL ${samePerson('EMAIL', 'lower(c."email") = lower(p."email")')}
      UNION ALL ${samePerson('EMAIL', 'lower(c."secondaryEmail") = lower(p."email")')}
      UNION ALL ${samePerson('PHONE', 'c."phoneNumber" = p."phoneNumber"')}
      UNION ALL ${samePerson('PHONE', 'c."secondaryPhoneNumber" = p."phoneNumber"')}
      UNION ALL ${samePerson('NAME', `${searchText} LIKE ${literalInLike('p."name"')} || E'\\n%' WHERE p."name" <> ''`)}
    ), "candidate" AS MATERIALIZED (
      SELECT r."id" FROM "Deal" r WHERE ${deals} AND r."contactId" IN (SELECT s."contactId" FROM "person" s)
      UNION (SELECT r."id" FROM "Deal" r WHERE ${deals} ORDER BY r."time" DESC, r."id" DESC LIMIT ${maxDealsByAmount})
    ), "deal" AS MATERIALIZED (
      SELECT r."id", r."contactId", r."currency", r."value", r."installments", r."productName", r."time",
        coalesce(sum(t."value"), 0) AS "paid", count(*) FILTER (WHERE t."value" + ${refunds} > 0) AS "payments"
      FROM "candidate" k JOIN "Deal" r ON r."workspaceId" = $1 AND r."id" = k."id"
      LEFT JOIN "Transaction" t ON t."workspaceId" = $1 AND t."dealId" = r."id"
      GROUP BY r."workspaceId", r."id"
    ), "match" AS (
      SELECT s."transactionId", d."id" AS "dealId", s."reason" FROM "person" s JOIN "deal" d ON d."contactId" = s."contactId"
      UNION ALL SELECT p."id", d."id", 'AMOUNT' FROM "payment" p JOIN "deal" d ON d."currency" = p."currency" AND d."value" > d."paid"
        AND (p."value" IN (d."value", d."value" - d."paid") OR (d."installments" > d."payments"
          AND abs(p."value" - (d."value" - d."paid") / (d."installments" - d."payments")) < ${unit}))
    ), "ranked" AS (
      SELECT m."transactionId", m."dealId", array_agg(m."reason" ORDER BY ${weight} DESC) AS "reasons", sum(${weight}) AS "weight"
      FROM "match" m GROUP BY m."transactionId", m."dealId"
    ), "best" AS (
      SELECT k."transactionId", k."reasons", d.*, row_number() OVER (
        PARTITION BY k."transactionId" ORDER BY k."weight" DESC, d."time" DESC, d."id" DESC) AS "place"
      FROM "ranked" k JOIN "deal" d ON d."id" = k."dealId" JOIN "payment" p ON p."id" = k."transactionId" AND p."currency" = d."currency"
    )
    SELECT h."nonce", b."transactionId", b."id" AS "dealId", b."reasons", b."contactId",
      coalesce(nullif(btrim(concat_ws(' ', c."firstName", c."lastName")), ''), c."email", c."phoneNumber") AS "contactName", b."productName",
      ${amountSql('b."value"')} AS "value", ${amountSql('b."paid"')} AS "paid", b."currency", b."time"::text AS "time"
    FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "best" b ON b."place" <= ${maxProposals}
    LEFT JOIN "Contact" c ON c."workspaceId" = $1 AND c."id" = b."contactId"
    ORDER BY b."transactionId", b."place"`;
  const statement = dynamicStatement('transactions.proposedDeals', text, { isCommon: true, cost: 'page' });
  const byTransaction = new Map<number, ProposedDeal[]>();
  for (const { transactionId, nonce, ...proposal } of await db.run<Row>(statement, values.list)) {
    if (transactionId === null) continue;
    const proposals = byTransaction.get(transactionId) ?? [];
    proposals.push({ ...proposal, time: jsonInstant(proposal.time) });
    byTransaction.set(transactionId, proposals);
  }
  return byTransaction;
}
