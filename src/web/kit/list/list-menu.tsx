import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import type { AnyVariables } from 'urql';
import { loaded } from '../../app/loaded.ts';
import { pluralOf } from '../counts.ts';
import type { FilteredView } from '../filters/use-filtered-view.ts';
import { DotsIcon, DownloadIcon } from '../icons.tsx';
import { notifyDone, notifyProblem } from '../messages.tsx';
import { shownColumns } from './columns.ts';
import type { CsvSource } from './csv.ts';

interface ListMenuProps<Data, Variables, Row> extends Omit<CsvSource<Data, Variables, Row>, 'variables'> {
  readonly view: FilteredView;
  /** A row in a word: "call". */
  readonly noun: string;
}

/** What can be done with a whole list: its columns, and a CSV file of all that fits the filters. */
export function ListMenu<Data, Variables extends AnyVariables, Row>(props: ListMenuProps<Data, Variables, Row>) {
  const { view, columns } = props;
  const nouns = pluralOf(props.noun);
  const [read, setRead] = useState<number>();
  const shown = shownColumns(columns, view.search.columns).map(({ name }) => name);
  const common = shownColumns(columns).map(({ name }) => name);
  const toggle = (name: string) => {
    const chosen = Object.keys(columns).filter((each) => shown.includes(each) !== (each === name));
    view.show({ columns: chosen.join() === common.join() ? undefined : chosen.join(',') });
  };
  const save = async () => {
    setRead(0);
    const { csvOf, download, maxRows } = await loaded(() => import('./csv.ts'));
    const file = await csvOf({ ...props, variables: view.variables }, setRead);
    setRead(undefined);
    if (!('csv' in file)) return notifyProblem(file);
    download(`${nouns}-${view.today}.csv`, file.csv);
    if (file.isCut)
      notifyDone(`The file has the first ${maxRows.toLocaleString('en')} ${nouns}. Filter them to get the others.`);
  };
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={`Columns and export of ${nouns}`}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {Object.entries(columns).map(([name, { title, link }]) => (
          <Menu.CheckboxItem
            key={name}
            checked={shown.includes(name)}
            // Without its link nothing opens a row.
            disabled={link !== undefined}
            onChange={() => toggle(name)}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<DownloadIcon size={16} />} disabled={read !== undefined} onClick={save}>
          {read === undefined ? 'Download as CSV' : `Reading: ${read.toLocaleString('en')} ${nouns}`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
