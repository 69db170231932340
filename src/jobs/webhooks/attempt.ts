import type { DueDelivery, EndpointTarget } from '#src/db/reads/webhook-queue.ts';
import type { AttemptResult } from '#src/db/writes/webhook-results.ts';
import { eventBody, eventId, exampleIn } from '#src/domain/webhooks/event.ts';
import { requestHeaders } from '#src/domain/webhooks/request-headers.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { Sender } from './send.ts';

export interface AttemptContext {
  readonly clock: Clock;
  readonly webhookSecrets: SealedTexts;
  readonly sender: Pick<Sender, 'send'>;
  readonly onError: (error: unknown) => void;
}

interface Attempt {
  readonly workspaceId: number;
  readonly target: EndpointTarget;
  readonly delivery: DueDelivery;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

const unreadableSecret =
  'The signing secret of the endpoint cannot be decrypted because SECRET_KEY was replaced. Rotate the secret of the endpoint.';

/** Signs an event with the endpoint's secrets and sends it. Returns the result to record. */
export async function attempt(
  context: AttemptContext,
  { workspaceId, target, delivery, signal }: Attempt,
): Promise<AttemptResult> {
  const sentAt = context.clock.now();
  const { id: deliveryId, attempts, isManual } = delivery;
  const made = { deliveryId, attempts, isManual, url: target.url, sentAt };
  try {
    const { headers, body } = request(context, { workspaceId, target, delivery, sentAt });
    if (headers === undefined) return { ...made, headers: {}, ...notSent(unreadableSecret) };
    return { ...made, headers, ...(await context.sender.send({ url: target.url, headers, body, signal })) };
  } catch (error) {
    // Recorded like any other failure: otherwise every worker in turn would retry the delivery at once.
    context.onError(error);
    return { ...made, headers: {}, ...notSent('The request could not be made.') };
  }
}

/** The headers and the body of the request; no headers if there is no secret to sign with. */
function request(
  { webhookSecrets }: AttemptContext,
  { workspaceId, target, delivery, sentAt }: Omit<Attempt, 'signal'> & { readonly sentAt: Date },
): { readonly headers: Record<string, string> | undefined; readonly body: string } {
  const secrets = liveSecrets(webhookSecrets, target, sentAt);
  const body = eventBody({
    id: delivery.eventId,
    kind: delivery.kind,
    createdAt: new Date(delivery.createdAt),
    workspaceId,
    payload: delivery.payload,
    previous: delivery.previous,
    sequence: delivery.sequence,
  });
  if (secrets.length === 0) return { headers: undefined, body };
  const isExample = exampleIn(delivery) !== undefined;
  return { headers: requestHeaders({ id: eventId(delivery.eventId), sentAt, body, secrets, isExample }), body };
}

function notSent(error: string) {
  return { status: null, responseStart: null, error, latencyMs: 0 };
}

/** The secrets, the present one first. Empty if that cannot be decrypted, because the receiver would refuse the signature. */
function liveSecrets(
  sealed: SealedTexts,
  { secret, previousSecret, previousUntil }: EndpointTarget,
  now: Date,
): string[] {
  const present = sealed.open(secret);
  if (present === undefined) return [];
  const isRotating = previousSecret !== null && previousUntil !== null && new Date(previousUntil) > now;
  const previous = isRotating ? sealed.open(previousSecret) : undefined;
  return previous === undefined ? [present] : [present, previous];
}
