import { Title } from '@mantine/core';
import type { CallRecordFragment } from '../../../gql/call.ts';
import { Fact } from '../../../parts/layout.tsx';

/** What the invitee answered when booking, and where they came from. */
export function CallAnswers({ call: { questions, secondaryAnswers, utm } }: { readonly call: CallRecordFragment }) {
  if (questions.length + secondaryAnswers.length + utm.length === 0) return null;
  return (
    <section aria-label="Answers">
      <Title order={3} size="h6" mb="xs">
        Answers
      </Title>
      <dl>
        {questions.map(({ statement, answer }) => (
          <Fact key={statement} name={statement}>
            <span className="as-typed">{answer}</span>
          </Fact>
        ))}
        {secondaryAnswers.map(({ customFieldId, identifier, answer }) => (
          <Fact key={customFieldId} name={inWords(identifier)}>
            <span className="as-typed">{answer.join(', ')}</span>
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

/** `monthly-revenue` as a person writes it. */
function inWords(identifier: string): string {
  const words = identifier.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
