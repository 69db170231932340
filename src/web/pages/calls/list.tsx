import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { CallsDocument, type CallsQuery } from '../../gql/calls.ts';
import { countOf } from '../../kit/counts.ts';
import { dayOf, shortDayText, timeText } from '../../kit/days.ts';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, type ListPage, PagedList, QueryView, RecordTable, useReportedCursor } from '../../kit/list.tsx';
import { useRowKeys } from '../../kit/row-keys.ts';
import { ShareEvents } from '../../parts/calls/share-events.tsx';
import { CallBadge } from '../../parts/calls/state.tsx';
import { memberName } from '../../parts/members.ts';
import { CallLink } from './call-link.tsx';
import { useOutcomeKey } from './outcome-key.tsx';
import { type CallsSearch, hasFilters, pageSize, variablesOf } from './search.ts';

export type Call = NonNullable<CallsQuery['eventCalls']>['eventCalls'][number];

export interface CallsListProps {
  readonly search: CallsSearch;
  /** The preview id of the call that is open beside. */
  readonly openId: string | undefined;
}

/** The calls that fit the filters: j and k go from one to the next, Enter opens one, e sets its outcome. */
export function CallsList({ search, openId }: CallsListProps) {
  const calls = useRef(new Map<string, Call>());
  const outcome = useOutcomeKey((previewId) => calls.current.get(previewId));
  const list = useRowKeys({ name: 'call', openId, more: [outcome.key] });
  return (
    <Panel padded={false}>
      <div ref={list}>
        <PagedList filter={JSON.stringify(search)}>
          {(page) => <CallsPagePart {...{ page, search, openId }} known={calls.current} />}
        </PagedList>
      </div>
      {outcome.dialog}
    </Panel>
  );
}

interface CallsPagePartProps extends CallsListProps {
  readonly page: ListPage;
  /** What the keys find a call in. */
  readonly known: Map<string, Call>;
}

function CallsPagePart({ page, search, openId, known }: CallsPagePartProps) {
  const query = useQuery({
    query: CallsDocument,
    variables: { ...variablesOf(search), limit: pageSize, cursor: page.cursor },
  });
  const found = query[0].data?.eventCalls;
  useReportedCursor(page, found?.nextCursor);
  useEffect(() => {
    for (const call of found?.eventCalls ?? []) known.set(call.previewId, call);
  }, [found, known]);
  return (
    <QueryView query={query}>
      {({ eventCalls }) => {
        const rows = eventCalls?.eventCalls ?? [];
        return (
          <>
            {page.index === 0 && rows.length > 0 && (
              <p className="list-count" role="status">
                {countOf(eventCalls?.count ?? 0, 'call')}
              </p>
            )}
            <RecordTable
              columns={['When', 'Invitee', 'Event', 'Host', 'State']}
              label="Calls"
              className="dense calls"
              isContinued={page.index > 0}
              rows={rows}
              empty={<NoCalls search={search} />}
            >
              {(call) => <CallRow key={call.id} {...{ call, search }} isOpen={call.previewId === openId} />}
            </RecordTable>
          </>
        );
      }}
    </QueryView>
  );
}

function NoCalls({ search }: { readonly search: CallsSearch }) {
  if (hasFilters(search))
    return <EmptyState title="No call fits these filters">Choose others, or clear them.</EmptyState>;
  return (
    <EmptyState title={search.when === undefined ? 'No calls to come' : 'No calls yet'} action={<ShareEvents />}>
      Calls appear here as soon as somebody books one on the page of an event.
    </EmptyState>
  );
}

interface CallRowProps {
  readonly call: Call;
  readonly search: CallsSearch;
  readonly isOpen: boolean;
}

function CallRow({ call, search, isOpen }: CallRowProps) {
  const { timeZone } = useSession().user;
  const day = shortDayText(dayOf(call.dateTime, timeZone), dayOf(Date.now(), timeZone));
  return (
    <tr className="row-with-link" data-open={isOpen || undefined}>
      <td className="number call-when">
        {day}, {timeText(call.dateTime, timeZone)}
      </td>
      <td>
        <CallLink {...{ call, search, isOpen }} />
      </td>
      <td>
        <bdi>{call.name}</bdi>
      </td>
      <td>{call.closer && <bdi>{memberName(call.closer)}</bdi>}</td>
      <td>
        <CallBadge {...call} />
      </td>
    </tr>
  );
}
