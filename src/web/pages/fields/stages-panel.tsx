import { Button } from '@mantine/core';
import { useClient, useQuery } from 'urql';
import { type EditableFieldFragment, UpdateFieldDocument } from '../../gql/custom-fields.ts';
import { StagesDocument } from '../../gql/fields.ts';
import { countOf } from '../../kit/counts.ts';
import { EditIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/layout.tsx';
import { QueryView } from '../../kit/list/query-view.tsx';
import { OrderedList } from '../../kit/ordered-list.tsx';
import { ColorDot } from '../../parts/custom-fields/colors.tsx';
import { useOrder } from './use-order.ts';

interface StagesPanelProps {
  readonly onEdit: (fieldId: number) => void;
}

/** The stages of contacts: the columns of their board. */
export function StagesPanel({ onEdit }: StagesPanelProps) {
  const query = useQuery({ query: StagesDocument, requestPolicy: 'cache-and-network' });
  const field = query[0].data?.contactStage;
  return (
    <Panel
      title="Stages of contacts"
      summary="The columns of the board of contacts, from the first to the last."
      actions={
        field && (
          <Button variant="default" leftSection={<EditIcon size={16} />} onClick={() => onEdit(field.id)}>
            Edit stages
          </Button>
        )
      }
    >
      <QueryView query={query}>{({ contactStage }) => contactStage && <StageList field={contactStage} />}</QueryView>
    </Panel>
  );
}

function StageList({ field }: { readonly field: EditableFieldFragment }) {
  const client = useClient();
  const { options, usage } = field;
  const live = options.filter(({ isArchived }) => !isArchived);
  const archived = options.length - live.length;
  const { rows, move } = useOrder(live, async (ordered) => {
    const others = options.filter(({ isArchived }) => isArchived);
    const places = [...ordered, ...others].map(({ id }, displayIndex) => ({ id, displayIndex }));
    return (await client.mutation(UpdateFieldDocument, { input: { id: field.id, options: places } }).toPromise()).error;
  });
  const usageOf = (id: number) => usage?.options.find(({ optionId }) => optionId === id);
  return (
    <>
      <OrderedList
        label="Stages of contacts"
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => `“${name}”`}
        onMove={move}
        className="field-list"
      >
        {({ id, name, color }) => (
          <div className="stage-row">
            <ColorDot color={color} />
            <span className="breaks">{name}</span>
            <span className="soft number">{stageUsageText(usageOf(id))}</span>
          </div>
        )}
      </OrderedList>
      {archived > 0 && <p className="hint archived-note">{countOf(archived, 'archived stage')}</p>}
    </>
  );
}

type StageUsage = NonNullable<EditableFieldFragment['usage']>['options'][number];

function stageUsageText({ answerCount, ruleEventCount }: Pick<StageUsage, 'answerCount' | 'ruleEventCount'> = unused) {
  const contacts = countOf(answerCount, 'contact');
  return ruleEventCount > 0 ? `${contacts} · in the rules of ${countOf(ruleEventCount, 'event')}` : contacts;
}

const unused = { answerCount: 0, ruleEventCount: 0 };
