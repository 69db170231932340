import { useEffect, useState } from 'react';
import { AnswerFieldDocument } from '../../../gql/answers.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { useAct } from '../../../kit/act.ts';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import { type Field, optionsOf } from '../../../parts/answers/fields.ts';

interface StagePathProps {
  readonly contact: ContactRecordFragment;
  /** The field of stages. */
  readonly field: Field;
}

/** The stages in their order, with that of the contact: a click on another one sets it. */
export function StagePath({ contact: { id, customFieldAnswers }, field }: StagePathProps) {
  const { act, isBusy, problem } = useAct(AnswerFieldDocument);
  const answer = customFieldAnswers?.find(({ customFieldId }) => customFieldId === field.id)?.answer ?? [];
  const [stored] = answer;
  // Shown until the contact is read with it.
  const [chosen, setChosen] = useState<string | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: What is stored takes the place of what was chosen.
  useEffect(() => setChosen(undefined), [stored]);
  const current = chosen === undefined ? stored : (chosen ?? undefined);
  const stages = optionsOf(field, answer);
  const place = stages.indexOf(current ?? '');
  /** Returns true if it is done. */
  const give = async (stage: string | null) => {
    setChosen(stage);
    const done = await act({
      input: { customFieldId: field.id, contactId: id, answer: stage === null ? [] : [stage] },
    });
    if (!done) setChosen(undefined);
    return done !== undefined;
  };
  const choose = async (stage: string | null) => {
    if (isBusy || stage === current) return;
    const before = current ?? null;
    if (await give(stage)) notifyDone(`${field.name}: ${stage ?? 'none'}`, () => give(before));
  };
  return (
    <nav aria-label={field.name}>
      <ol className="stage-path">
        {stages.map((stage, index) => (
          <li key={stage} data-state={index < place ? 'past' : index === place ? 'current' : undefined}>
            <button type="button" aria-current={index === place ? 'step' : undefined} onClick={() => choose(stage)}>
              <bdi>{stage}</bdi>
            </button>
          </li>
        ))}
        {current !== undefined && (
          <li data-state="clear">
            <button type="button" onClick={() => choose(null)}>
              Clear
            </button>
          </li>
        )}
      </ol>
      <ProblemNote problem={problem} />
    </nav>
  );
}
