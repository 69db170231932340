import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MoneyOverviewDocument, type MoneyOverviewQueryVariables } from '../../gql/overview.ts';
import {
  type Amount,
  amountChangeText,
  amountIn,
  amountText,
  currenciesOf,
  inOrder,
  sumsBeside,
} from '../../parts/numbers/amounts.ts';
import { type Counted, dealsCounted } from '../../parts/numbers/counted.ts';
import { numberText } from '../../parts/numbers/texts.ts';
import { Tile } from '../../parts/numbers/tile.tsx';
import { useNumbers } from './use-numbers.ts';

interface MoneyTilesProps {
  readonly variables: MoneyOverviewQueryVariables;
  readonly counted: Counted;
}

/** What was paid and what a deal is worth, for each currency. While it is read, its tiles are there without their numbers. */
export function MoneyTiles({ variables, counted }: MoneyTilesProps) {
  const [{ data, error, fetching }, execute] = useNumbers(MoneyOverviewDocument, variables);
  const report = data?.moneyNumbers;
  const { total, previous } = report ?? {};
  if (error && !total && !fetching) {
    return (
      <dl className="tiles wide-tiles">
        <Tile
          title="Cash"
          note={
            <span role="alert">
              This could not be loaded.{' '}
              <Button size="compact-xs" variant="default" onClick={() => execute({ requestPolicy: 'network-only' })}>
                Try again
              </Button>
            </span>
          }
        >
          –
        </Tile>
      </dl>
    );
  }
  const [received, receivedBefore] = [total?.cash ?? [], previous?.cash ?? []];
  // Cash that fell to nothing is shown too.
  const cash = sumsBeside(received, receivedBefore);
  const currencies = report ? currenciesOf(report) : [];
  const averages = inOrder(total?.averageDeal ?? [], currencies);
  const refunds = (total?.refunds ?? []).filter(({ value }) => Number(value) !== 0);
  return (
    <dl aria-busy={fetching} className="tiles wide-tiles">
      <AmountTile
        title="Cash"
        amounts={inOrder(cash, currencies)}
        before={sumsBeside(receivedBefore, received)}
        isRead={total !== undefined}
        note={refunds.length > 0 && `After refunds of ${listed(inOrder(refunds, currencies).map(withoutSign))}.`}
      />
      <AmountTile
        title="Average deal"
        amounts={averages}
        before={previous?.averageDeal ?? []}
        isRead={total !== undefined}
        note={
          total && (
            <>
              <Link className="number-link number" {...dealsCounted(counted)}>
                {numberText(total.deals)}
              </Link>{' '}
              {total.deals === 1 ? 'deal' : 'deals'}
              {total.deals > 0 && ` worth ${listed(averages.map(worthOf(total.contractValue)))}`}.
            </>
          )
        }
      />
    </dl>
  );
}

const listed = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);

const withoutSign = ({ currency, value }: Amount) => amountText({ currency, value: value.replace('-', '') });

const worthOf =
  (values: readonly Amount[]) =>
  ({ currency }: Amount) =>
    amountText({ currency, value: amountIn(values, currency) });

interface AmountTileProps {
  readonly title: string;
  readonly amounts: readonly Amount[];
  readonly before: readonly Amount[];
  readonly isRead: boolean;
  readonly note?: ReactNode;
}

/** Amounts in different currencies are never added: the first is large, the others are below it. */
function AmountTile({ title, amounts, before, isRead, note }: AmountTileProps) {
  const [first, ...others] = amounts;
  return (
    <Tile
      title={title}
      change={first && amountChangeText(first, before)}
      note={
        <>
          {others.map((amount) => (
            <span key={amount.currency} className="other-amount number">
              {[amountText(amount), amountChangeText(amount, before)].filter(Boolean).join(', ')}
            </span>
          ))}
          {note}
        </>
      }
    >
      {isRead ? amountText(first) : <Skeleton className="late" height="1.75rem" width="7rem" />}
    </Tile>
  );
}
