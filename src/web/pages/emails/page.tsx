import { getRouteApi } from '@tanstack/react-router';
import { EmailsDocument, type EmailsQuery, type EmailsQueryVariables } from '../../gql/emails.ts';
import { filtersFor, searchOf } from '../../kit/filters/filters.ts';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { PageHeader } from '../../kit/layout.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { EmailBadge, emailMoment, emailTitles, heldBackReason } from '../../parts/calls/emails.tsx';
import { CallLink } from '../../parts/calls/named-call.tsx';

type Email = NonNullable<EmailsQuery['notifications']>['notifications'][number];

const columns: Columns<Email> = {
  kind: { title: 'Email', text: ({ kind }) => emailTitles.kind[kind], card: 'head' },
  recipient: {
    title: 'Recipient',
    text: ({ recipient }) => emailTitles.recipient[recipient],
    hint: ({ guestEmail }) => guestEmail,
    width: '14%',
  },
  call: { title: 'Call', cell: ({ eventCall }) => eventCall && <CallLink call={eventCall} />, width: '18%' },
  status: { title: 'Status', cell: (email) => <EmailBadge {...email} />, width: '7rem', card: 'corner' },
  when: { title: 'When', cell: (email) => <Moment at={emailMoment(email)} />, width: '9rem' },
  attempts: { title: 'Attempts', text: ({ attempts }) => `${attempts}`, width: '6rem', rank: 3 },
  lastError: {
    title: 'Last error',
    text: (email) => email.lastError ?? heldBackReason(email),
    width: '24%',
    className: 'breaks',
  },
};

const filters = filtersFor<EmailsQueryVariables>()({
  status: { kind: 'choice', label: 'Status', titles: emailTitles.status, variable: 'status' },
});

const route = getRouteApi('/settings/emails');

/** The emails about the calls that the person sees, and whether they were sent. */
export function EmailsPage() {
  const view = useFilteredView(filters, searchOf(filters, route.useSearch()));
  return (
    <>
      <PageHeader
        title="Emails"
        summary="To invitees, guests and hosts about their calls, until 90 days after each call."
      />
      <ListFilters view={view} />
      <List
        noun="email"
        document={EmailsDocument}
        of={({ notifications }) => notifications}
        columns={columns}
        view={view}
        empty={{ title: 'No emails yet', text: 'Emails appear here as soon as someone books a call.' }}
      />
    </>
  );
}
