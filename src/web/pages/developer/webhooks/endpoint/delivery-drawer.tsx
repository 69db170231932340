import { Badge, Button, Drawer, Group, Loader, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from 'urql';
import {
  type DeliveryDetailsFragment,
  type DeliveryRowFragment,
  ResendWebhookDeliveryDocument,
  WebhookDeliveryDocument,
} from '../../../../gql/webhook-deliveries.ts';
import { useAct } from '../../../../kit/act.ts';
import { Facts } from '../../../../kit/facts.tsx';
import { RefreshIcon } from '../../../../kit/icons.tsx';
import { QueryView } from '../../../../kit/list/query-view.tsx';
import { ProblemNote } from '../../../../kit/messages.tsx';
import { ExactMoment } from '../../../../kit/moment.tsx';
import { DeliveryStatus, isDueSoon, useAwaited } from './deliveries.tsx';

interface DeliveryDrawerProps {
  /** The delivery that is open. */
  readonly id: string | undefined;
  readonly isPaused: boolean;
  readonly onClose: () => void;
  /** Called when an attempt that was waited for has ended. */
  readonly onSettled: () => void;
}

/** One delivery: the event, each attempt with its answer, and another attempt. */
export function DeliveryDrawer({ id, onClose, ...props }: DeliveryDrawerProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size="62rem" title="Delivery">
      {id !== undefined && <OpenDelivery key={id} id={id} {...props} />}
    </Drawer>
  );
}

type OpenDeliveryProps = Omit<DeliveryDrawerProps, 'id' | 'onClose'> & { readonly id: string };

function OpenDelivery({ id, isPaused, onSettled }: OpenDeliveryProps) {
  const query = useQuery({ query: WebhookDeliveryDocument, variables: { id } });
  const { act, isBusy, problem } = useAct(ResendWebhookDeliveryDocument);
  const delivery = query[0].data?.webhookDelivery;
  const isAwaited = delivery ? isDueSoon(delivery) : false;
  const { isOverdue, lookAgain } = useAwaited(isAwaited, query[1], onSettled);
  return (
    <QueryView query={query}>
      {({ webhookDelivery }) =>
        webhookDelivery && (
          <Stack gap="md">
            <Group justify="space-between" align="flex-start" gap="sm">
              <div role="status">
                <Text fw={600}>{webhookDelivery.type}</Text>
                <DeliveryStatus {...webhookDelivery} />
              </div>
              {isAwaited ? (
                <Group gap="xs" mih={36}>
                  {!isOverdue && <Loader size="xs" />}
                  <p className="hint">{isOverdue ? 'It has not been sent yet.' : 'Waiting for the response…'}</p>
                  {isOverdue && (
                    <Button variant="default" onClick={lookAgain}>
                      Check again
                    </Button>
                  )}
                </Group>
              ) : (
                <Button
                  variant="default"
                  leftSection={<RefreshIcon />}
                  onClick={() => act({ input: { id } })}
                  loading={isBusy}
                  disabled={isPaused}
                  title={isPaused ? 'The endpoint is paused: resume it first' : undefined}
                >
                  {webhookDelivery.status === 'PENDING' ? 'Send now' : 'Send again'}
                </Button>
              )}
            </Group>
            <ProblemNote problem={problem} />
            <Facts
              className="endpoint-facts"
              of={{
                Event: <code>{webhookDelivery.eventId}</code>,
                Sequence: webhookDelivery.sequence,
                Created: <ExactMoment at={webhookDelivery.createdAt} />,
                Sent: webhookDelivery.isManual && 'by hand, in a single attempt',
              }}
            />
            {webhookDelivery.attempts.length === 0 && <p className="hint">No attempt has ended yet.</p>}
            {webhookDelivery.attempts.toReversed().map((attempt, index) => (
              <Attempt key={attempt.number} attempt={attempt} body={webhookDelivery.body} isFirst={index === 0} />
            ))}
          </Stack>
        )
      }
    </QueryView>
  );
}

interface AttemptProps {
  readonly attempt: DeliveryDetailsFragment['attempts'][number];
  readonly body: string;
  /** Of the list: then it is unfolded. */
  readonly isFirst: boolean;
}

/** What was sent, and beside it what came back. */
function Attempt({ attempt, body, isFirst }: AttemptProps) {
  const { number, sentAt, latencyMs, responseStatus } = attempt;
  return (
    <Paper component="details" withBorder px="md" py="sm" open={isFirst}>
      <summary>
        <Group component="span" display="inline-flex" gap="sm">
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
    </Paper>
  );
}

function Request({ attempt: { url, headers }, body }: Omit<AttemptProps, 'isFirst'>) {
  return (
    <section>
      <Title order={3} size="h6">
        Request
      </Title>
      <pre className="code-block">
        POST {url}
        {headers.map(({ name, value }) => `\n${name}: ${value}`)}
        {`\n\n${formatted(body)}`}
      </pre>
    </section>
  );
}

function Response({ attempt: { responseStatus, responseStart } }: Pick<AttemptProps, 'attempt'>) {
  const isCut = responseStart !== null && [...responseStart].length === maxStored;
  return (
    <section className="answer-side">
      <Title order={3} size="h6">
        Answer
      </Title>
      <pre className="code-block">
        {responseStatus === null ? 'No answer' : `HTTP ${responseStatus}`}
        {responseStart && `\n\n${formatted(responseStart)}`}
      </pre>
      {responseStatus !== null && !responseStart && <p className="hint">It had no body.</p>}
      {isCut && <p className="hint">The first 1,000 characters</p>}
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
