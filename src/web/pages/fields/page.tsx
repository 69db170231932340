import './fields.css';
import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import type { CustomFieldObjectType } from '../../gql/fields.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { PageHeader } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { useOpenedByAddress } from '../../kit/opened-by-address.ts';
import { recordTitles } from '../../parts/custom-fields/record-titles.ts';
import { FieldDialogs, useFieldDialogs } from './dialogs.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { recordTypes } from './search.ts';
import { StagesPanel } from './stages-panel.tsx';

const route = getRouteApi('/settings/fields');

const summary = 'What you know about contacts, calls, events, deals and members, and where it is used.';

/** Settings → Fields and stages, for owners and admins. */
export function FieldsPage() {
  if (isTeamLead(useSession())) return <Fields />;
  return (
    <>
      <PageHeader title="Fields and stages" />
      <EmptyState title="Only owners and admins can change fields">
        Ask one of them to add a field or to rename a stage.
      </EmptyState>
    </>
  );
}

function Fields() {
  const navigate = useNavigate();
  const { type = 'CONTACT' } = route.useSearch();
  const dialogs = useFieldDialogs();
  const add = () => dialogs.open('kinds', { is: 'kinds' });
  useKeys([{ key: 'n', title: 'New field', act: add }]);
  useOpenedByAddress((name) => {
    if (name === 'new') add();
    return name === 'new';
  });
  return (
    <>
      <PageHeader
        title="Fields and stages"
        summary={summary}
        actions={
          <Button leftSection={<PlusIcon />} onClick={add}>
            New field
          </Button>
        }
      />
      <div className="record-types">
        <SegmentedControl
          aria-label="Fields of"
          data={recordTypes.map((value) => ({ value, label: recordTitles[value] }))}
          value={type}
          onChange={(chosen) => {
            const next = chosen === 'CONTACT' ? undefined : (chosen as CustomFieldObjectType);
            void navigate({ to: '/settings/fields', search: { type: next }, resetScroll: false });
          }}
        />
      </div>
      {type === 'CONTACT' && <StagesPanel onEdit={dialogs.edit} />}
      <FieldsPanel key={type} type={type} dialogs={dialogs} />
      <FieldDialogs dialogs={dialogs} type={type} />
    </>
  );
}
