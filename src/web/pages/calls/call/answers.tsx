import { Title } from '@mantine/core';
import { useQuery } from 'urql';
import { type CallRecordFragment, FieldNamesDocument } from '../../../gql/call.ts';
import { Fact } from '../../../kit/layout.tsx';

/** What the invitee answered when booking, and where they came from. */
export function CallAnswers({ call: { questions, secondaryAnswers, utm } }: { readonly call: CallRecordFragment }) {
  const fieldName = useFieldNames(secondaryAnswers.length > 0);
  if (questions.length + secondaryAnswers.length + utm.length === 0) return null;
  return (
    <section aria-label="Answers">
      <Title order={3} size="h6" mb="xs">
        Answers
      </Title>
      <dl>
        {questions.map(({ statement, answer }) => (
          <Fact key={statement} name={statement}>
            <bdi className="as-typed">{answer}</bdi>
          </Fact>
        ))}
        {secondaryAnswers.map(({ customFieldId, identifier, answer }) => (
          <Fact key={customFieldId} name={fieldName(customFieldId) ?? inWords(identifier)}>
            <bdi className="as-typed">{answer.join(', ')}</bdi>
          </Fact>
        ))}
        {utm.map(({ utmKey, utmValue }) => (
          <Fact key={utmKey} name={inWords(utmKey)}>
            {utmValue}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

/** The names of the custom fields of calls; undefined for one that is not among the first hundred. */
function useFieldNames(isNeeded: boolean): (id: number) => string | undefined {
  const [{ data }] = useQuery({ query: FieldNamesDocument, requestPolicy: 'cache-first', pause: !isNeeded });
  return (id) => data?.customFields?.data.find((field) => field.id === id)?.name;
}

/** `monthly-revenue` as a person writes it. */
function inWords(identifier: string): string {
  const words = identifier.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
