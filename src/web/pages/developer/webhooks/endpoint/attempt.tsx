import { Badge, Code, Group, SimpleGrid, Text, Title } from '@mantine/core';
import type { DeliveryDetailsFragment } from '../../../../gql/webhook-deliveries.ts';
import { ExactMoment } from '../../../../parts/moment.tsx';
import { answerSentence, isAcknowledged } from './answer-words.ts';

interface AttemptProps {
  readonly attempt: DeliveryDetailsFragment['attempts'][number];
  readonly body: string;
  /** Of the list: then it is unfolded. */
  readonly isFirst: boolean;
}

/** What was sent, and beside it what came back. */
export function Attempt({ attempt, body, isFirst }: AttemptProps) {
  const { number, sentAt, latencyMs, responseStatus } = attempt;
  return (
    <details className="attempt" open={isFirst}>
      <summary>
        <Group gap="sm">
          <Text component="span" fw={600}>
            Attempt {number}
          </Text>
          <Badge color={isAcknowledged(attempt) ? 'green' : 'red'}>{responseStatus ?? 'No answer'}</Badge>
          <Text component="span" size="sm" c="dimmed">
            <ExactMoment at={sentAt} /> · {latencyMs} ms
          </Text>
        </Group>
      </summary>
      <Text size="sm" mt="xs">
        {answerSentence(attempt)}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm">
        <Request attempt={attempt} body={body} />
        <Response attempt={attempt} />
      </SimpleGrid>
    </details>
  );
}

function Request({ attempt: { url, headers }, body }: Omit<AttemptProps, 'isFirst'>) {
  return (
    <section className="message-side">
      <Title order={3} size="h6">
        Request
      </Title>
      <Code block>
        POST {url}
        {headers.map(({ name, value }) => `\n${name}: ${value}`)}
      </Code>
      <Code block mt="xs">
        {formatted(body)}
      </Code>
    </section>
  );
}

function Response({ attempt: { responseStatus, responseStart } }: Pick<AttemptProps, 'attempt'>) {
  return (
    <section className="message-side answer">
      <Title order={3} size="h6">
        Answer
      </Title>
      <Code block>{responseStatus === null ? 'No status came' : `HTTP ${responseStatus}`}</Code>
      {responseStart ? (
        <Code block mt="xs">
          {formatted(responseStart)}
        </Code>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          It had no body.
        </Text>
      )}
      {responseStart !== null && [...responseStart].length === maxStored && (
        <Text size="xs" c="dimmed" mt={4}>
          The first 1,000 characters
        </Text>
      )}
    </section>
  );
}

const maxStored = 1000;

/** JSON with line breaks; any other text as it is. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
