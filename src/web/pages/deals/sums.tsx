import type { DealSumsQuery } from '../../gql/deals.ts';
import { moneyText } from '../../parts/money.ts';
import { openOf } from './titles.ts';

export type Sum = NonNullable<DealSumsQuery['dealSums']>[number];

/** What deals are worth, a line for each currency: amounts in different currencies are never added. */
export function Sums({ sums }: { readonly sums: readonly Sum[] }) {
  return (
    <table className="deal-sums" aria-label="Sums">
      <thead>
        <tr>
          <th scope="col">Deals</th>
          <th scope="col">Value</th>
          <th scope="col">Paid</th>
          <th scope="col">Open</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => {
          const open = openOf(sum);
          return (
            <tr key={sum.currency}>
              <th scope="row">
                {sum.count.toLocaleString('en')} in {sum.currency}
              </th>
              <td>{moneyText(sum.value, sum.currency)}</td>
              <td>{sum.paid !== null && moneyText(sum.paid, sum.currency)}</td>
              <td>{open !== undefined && moneyText(open, sum.currency)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
