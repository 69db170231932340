import { useSession } from '../../app/session.ts';
import { CallsDocument, type CallsQuery } from '../../gql/calls.ts';
import { shortDayTimeText } from '../../kit/days.ts';
import type { FilteredView } from '../../kit/filters/use-filtered-view.ts';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { CallBadge, stateText } from '../../parts/calls/named-call.tsx';
import { ShareEvents } from '../../parts/calls/share-events.tsx';
import { memberName } from '../../parts/members.ts';
import { useCallKeys } from './call-keys.tsx';
import type { CallsSearch } from './search.ts';

export type Call = NonNullable<CallsQuery['eventCalls']>['eventCalls'][number];

export interface CallsProps {
  readonly view: FilteredView;
  readonly search: CallsSearch;
  /** The preview id of the call that is open beside. */
  readonly openId: string | undefined;
}

const callColumns: Columns<Call> = {
  when: {
    title: 'When',
    sort: 'dateTime',
    text: ({ dateTime }) => dateTime,
    cell: ({ dateTime }) => <CallTime at={dateTime} />,
    width: '14.25rem',
  },
  invitee: {
    title: 'Invitee',
    text: ({ inviteeName }) => inviteeName,
    link: ({ previewId }) => ({ to: '/calls/$previewId', params: { previewId }, search: (before) => before }),
  },
  email: { title: 'Email', text: ({ inviteeEmail }) => inviteeEmail, isOptional: true, rank: 3 },
  phone: { title: 'Phone', text: ({ phoneNumber }) => phoneNumber, isOptional: true, rank: 3 },
  event: { title: 'Event', text: ({ name }) => name, rank: 3 },
  host: { title: 'Host', text: ({ closer }) => closer && memberName(closer), rank: 2 },
  setter: { title: 'Setter', text: ({ setter }) => setter && memberName(setter), isOptional: true, rank: 3 },
  booked: {
    title: 'Booked',
    sort: 'createdAt',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isOptional: true,
    rank: 3,
  },
  changed: {
    title: 'Changed',
    sort: 'updatedAt',
    text: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    isOptional: true,
    rank: 3,
  },
  status: {
    title: 'Status',
    text: stateText,
    cell: (call) => <CallBadge {...call} />,
    width: '10.5rem',
    card: 'corner',
  },
};

/** What the list reads, and a file of it has. */
export const callsSource = {
  noun: 'call',
  document: CallsDocument,
  of: ({ eventCalls }: CallsQuery) => eventCalls,
  columns: callColumns,
};

/** The calls that fit the filters. */
export function CallsList({ view, search, openId }: CallsProps) {
  const { keys, dialogs } = useCallKeys(openId);
  return (
    <>
      <List
        {...callsSource}
        view={view}
        keyOf={({ previewId }) => previewId}
        openKey={openId}
        keys={keys}
        isMuted={({ status }) => status === 'CANCELLED'}
        isDense
        empty={{
          title: search.when === undefined ? 'No upcoming calls' : 'No calls yet',
          text: 'Calls appear here as soon as someone books one on a booking page.',
          action: <ShareEvents />,
        }}
      />
      {dialogs}
    </>
  );
}

/** `Thu, Nov 26, 10:30` in the viewer's zone. */
function CallTime({ at }: { readonly at: string }) {
  const { timeZone } = useSession().user;
  return <span className="number">{shortDayTimeText(at, timeZone)}</span>;
}
