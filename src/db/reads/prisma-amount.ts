/** An amount as Prisma returns it. */
export interface PrismaAmount {
  toFixed(digits: number): string;
  decimalPlaces(): number;
}

/** The same text as `amountSql` in SQL. */
export function textOfAmount(amount: PrismaAmount): string {
  return amount.toFixed(Math.max(2, amount.decimalPlaces()));
}
