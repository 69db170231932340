import { Group, Menu } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useClient, useQuery } from 'urql';
import { problemOf } from '../../app/problem.ts';
import {
  DeleteSavedViewDocument,
  type SavedViewFragment,
  SavedViewsDocument,
  SaveViewDocument,
} from '../../gql/saved-views.ts';
import { CheckIcon, TrashIcon } from '../icons.tsx';
import { notifyDone, notifyProblem } from '../messages.tsx';
import { type ListAddress, searchOfText } from './list-address.ts';

/** The saved views as items of a menu, each with what deletes it. The one that the address equals is marked. */
export function SavedViews({ list, search }: ListAddress) {
  const [{ data, error }] = useQuery({ query: SavedViewsDocument, variables: { list } });
  const remove = useRemovedView();
  const views = data?.savedViews;
  if (!views) return <Menu.Label>{error ? problemOf(error).title : 'Loading'}</Menu.Label>;
  if (views.length === 0) return <Menu.Label>No saved views yet</Menu.Label>;
  return views.map((view) => {
    const isCurrent = view.search === search;
    return (
      <Group key={view.id} gap={0} wrap="nowrap">
        <Menu.Item
          renderRoot={(item) => <ViewLink {...item} list={list} search={view.search} />}
          leftSection={isCurrent ? <CheckIcon size={16} /> : <span className="view-mark" />}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <bdi className="breaks">{view.name}</bdi>
        </Menu.Item>
        <Menu.Item className="view-delete" aria-label={`Delete the view “${view.name}”`} onClick={() => remove(view)}>
          <TrashIcon size={16} />
        </Menu.Item>
      </Group>
    );
  });
}

/** The router marks the link whose address is that of the page, and must not mark one that says less. */
function ViewLink({ list, search, ...item }: ListAddress) {
  const link = { to: list, search: searchOfText(search), activeOptions: { exact: true, includeSearch: true } };
  return <Link {...(link as LinkProps)} {...item} />;
}

/** Deletes a view, with an undo. The menu closes meanwhile, so what comes of it is said by a message. */
function useRemovedView() {
  const client = useClient();
  const saveAgain = async ({ list, name, search }: SavedViewFragment) => {
    const { error } = await client.mutation(SaveViewDocument, { input: { list, name, search } }).toPromise();
    if (error) notifyProblem(problemOf(error));
  };
  return async (view: SavedViewFragment) => {
    const { error } = await client.mutation(DeleteSavedViewDocument, { input: { id: view.id } }).toPromise();
    if (error) notifyProblem(problemOf(error));
    else notifyDone(`The view “${view.name}” is deleted`, () => saveAgain(view));
  };
}
