import { Badge, Code, Group, SimpleGrid, Text, Title } from '@mantine/core';
import type { DeliveryDetailsFragment, DeliveryRowFragment } from '../../../../gql/webhook-deliveries.ts';
import { ExactMoment } from '../../../../kit/moment.tsx';

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
      <Code block>{responseStatus === null ? 'No answer' : `HTTP ${responseStatus}`}</Code>
      {responseStart ? (
        <Code block mt="xs">
          {formatted(responseStart)}
        </Code>
      ) : (
        responseStatus !== null && (
          <Text size="sm" c="dimmed" mt="xs">
            It had no body.
          </Text>
        )
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

type Answered = Pick<DeliveryRowFragment['attempts'][number], 'responseStatus' | 'error'>;

function isAcknowledged({ responseStatus, error }: Answered): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** What an attempt came to, in a sentence that says where to look. */
function answerSentence({ responseStatus: status, error }: Answered): string {
  if (error !== null) return error;
  if (status === null) return 'No response.';
  if (status >= 200 && status < 300) return 'Acknowledged.';
  return sentences[status] ?? sentencesByHundreds[Math.trunc(status / 100)] ?? 'Only a status from 200 to 299 counts.';
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The endpoint did not understand the request. Does it verify the signature over the bytes of the body?',
  401: 'The endpoint refused the request. Does it use the current signing secret?',
  403: 'The endpoint refused the request. Does it use the current signing secret? Is there a firewall in front of it?',
  404: 'Nothing is at this address. Is the path of the URL correct?',
  405: 'The endpoint does not accept POST. Is the path of the URL correct?',
  410: 'The endpoint said that it is gone, so it was paused.',
  413: 'The body was too large for the endpoint.',
  429: 'The endpoint received too many requests.',
};

const sentencesByHundreds: Readonly<Record<number, string>> = {
  3: 'Redirects are not followed. Enter the final address.',
  4: 'The endpoint refused the request.',
  5: 'The endpoint, or a proxy in front of it, failed. Check its log.',
};
