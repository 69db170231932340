import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { loaded } from '../../app/loaded.ts';
import { CallGroupsDocument, type CallGroupsQueryVariables, MoneyOverviewDocument } from '../../gql/overview.ts';
import type { FilteredView } from '../../kit/filters/use-filtered-view.ts';
import { DownloadIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { LateSkeleton, QueryView } from '../../kit/list/query-view.tsx';
import { RecordTable } from '../../kit/list/table.tsx';
import { notifyProblem } from '../../kit/messages.tsx';
import { optionsOf } from '../../kit/options.ts';
import { currenciesOf } from '../../parts/numbers/amounts.ts';
import type { Counted } from '../../parts/numbers/counted.ts';
import { isFew } from '../../parts/numbers/texts.ts';
import { columnsOf } from './group-columns.tsx';
import { orderOf, rowsOf } from './group-rows.ts';
import { type Grouping, groupTitles } from './search.ts';
import { useNumbers } from './use-numbers.ts';

const groupingId = 'overview-grouping';
const defaultSort = '-booked';

interface GroupsProps {
  readonly by: Grouping;
  readonly view: FilteredView;
  readonly variables: Omit<CallGroupsQueryVariables, 'groupBy'>;
  readonly counted: Counted;
}

/** The same numbers of each closer, event, source and so on. */
export function Groups({ by, view, variables, counted }: GroupsProps) {
  const query = useNumbers(CallGroupsDocument, { ...variables, groupBy: by });
  // The tiles read the same.
  const [{ data, fetching: isMoneyFetching }] = useNumbers(MoneyOverviewDocument, { ...variables, groupBy: by });
  const isBusy = query[0].fetching || isMoneyFetching;
  const sort = view.search.sort ?? defaultSort;
  const report = query[0].data?.callNumbers;
  // While another grouping is read, one of both may still be grouped by the one before.
  const money = data?.moneyNumbers?.groupBy === report?.groupBy ? data?.moneyNumbers : undefined;
  const save = async () => {
    // The key works where the button is disabled.
    if (!report || isBusy) return;
    if (!money) {
      const text = 'What was paid could not be loaded. Press “Try again” below Cash, then download the table again.';
      return notifyProblem({ title: 'The table was not downloaded', text, fields: {} });
    }
    const [{ reportCsv }, { download }] = await loaded(() =>
      Promise.all([import('./csv.ts'), import('../../kit/list/csv.ts')]),
    );
    download(`calls-by-${report.groupBy}-${report.dateFrom}-${report.dateTo}.csv`, reportCsv(report, money));
  };
  useKeys([
    { key: 'g', title: 'Choose the groups', act: () => document.getElementById(groupingId)?.focus() },
    { key: 'd', title: 'Download the numbers as CSV', act: () => void save() },
  ]);
  return (
    <Panel
      padded={false}
      title={`By ${groupTitles[by].toLowerCase()}`}
      actions={
        <Group gap="xs">
          <NativeSelect
            id={groupingId}
            aria-label="Group by"
            data={optionsOf(groupTitles)}
            value={by}
            onChange={({ currentTarget: { value } }) => view.show({ by: value })}
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label="Download as CSV"
            disabled={!report || isBusy}
            onClick={save}
          >
            <DownloadIcon />
          </ActionIcon>
        </Group>
      }
    >
      <QueryView query={query} skeleton={<LateSkeleton rows={6} />}>
        {({ callNumbers }) => {
          const shown = (callNumbers?.groupBy ?? by) as Grouping;
          const groups = rowsOf(callNumbers, money);
          if (groups.length === 0) {
            if (isBusy) return <LateSkeleton rows={6} />;
            const what = money ? 'calls, deals or payments' : 'calls';
            return <EmptyState title="Nothing to compare">There are no {what}.</EmptyState>;
          }
          return (
            <div aria-busy={isBusy}>
              <RecordTable
                label={`Numbers by ${groupTitles[shown].toLowerCase()}`}
                columns={columnsOf(shown, counted, money != null)}
                rows={groups.toSorted(orderOf(sort, money ? currenciesOf(money)[0] : undefined))}
                keyOf={({ key }) => key ?? ''}
                sorting={{
                  by: sort,
                  onSort: (chosen) => view.show({ sort: chosen === defaultSort ? undefined : chosen }),
                }}
              />
              {groups.some(({ showRate, closeRate }) => isFew(showRate) || isFew(closeRate)) && (
                <p className="hint groups-note">A rate of fewer than ten calls says of how many: it says little.</p>
              )}
            </div>
          );
        }}
      </QueryView>
    </Panel>
  );
}
