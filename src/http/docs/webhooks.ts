import { webhookKinds } from '#src/domain/webhooks/kinds.ts';
import { example } from './example.ts';
import { code, type DocsAddresses } from './page.ts';
import { catchUp, verify, verifyWithLibrary } from './webhook-programs.ts';

const body = {
  type: 'contact.updated',
  id: 'evt_4711',
  timestamp: '2026-11-22T09:30:00.000Z',
  workspaceId: 1,
  sequence: 12,
  data: { id: 42, email: 'ira.cole@example.com', tag: 'spring' },
  previous: { tag: null },
};

const headers = `POST /slotline HTTP/1.1
content-type: application/json
webhook-id: evt_4711
webhook-timestamp: 1795339800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`;

const kinds = Object.entries(webhookKinds).map(
  ([kind, { description, scope }]) => `| \`${kind}\` | ${description} | \`${scope}\` |`,
);

export function webhooks(addresses: DocsAddresses): string {
  const { baseUrl } = addresses;
  return `A webhook sends what happens in a workspace to an address of yours: a request for each event, signed as
[standardwebhooks.com](https://www.standardwebhooks.com) specifies, at least once. The event is stored in the transaction of
the change, so no change is without its event, and no event without its change.

## Create a webhook

In [Settings → Developer](${baseUrl}/docs/web-application.md#webhooks), or with a request:

${example({
  url: `${baseUrl}/v1/webhooks`,
  json: {
    url: 'https://hooks.example.com/slotline',
    kinds: ['call.booked', 'call.rescheduled', 'call.cancelled'],
    description: 'CRM',
  },
})}

The scope is \`webhooks:write\`, and each kind needs the scope that reads its record. The answer has the signing secret,
\`whsec_…\`, this once: store it. A workspace has at most 20 webhooks. One that an app creates belongs to its connection: the
app sees and changes no other, gets only events that it may read, and the webhook is deleted when the connection ends.

## Kinds of events

| Kind | When it is sent | Scope |
|---|---|---|
${kinds.join('\n')}

New kinds are added without notice; a webhook gets only those that it names.

## What is sent

${code('http', `${headers}\n\n${JSON.stringify(body, null, 2)}`)}

| Field | Value |
|---|---|
| \`type\` | the kind |
| \`id\` | the event, the same in \`webhook-id\`, in every attempt and for every webhook |
| \`timestamp\` | when it happened |
| \`sequence\` | its place among the events of this webhook: whole numbers without a gap |
| \`data\` | the record after the change, as \`/v1\` returns it |
| \`previous\` | the earlier values of the fields that have changed, or null |

## Verify the signature

The signature is an HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`. Verify it over the bytes of the body, before you
parse them. Refuse a timestamp that is more than five minutes away: each attempt is signed anew. The libraries of Standard
Webhooks, which exist for most languages, do both:

${verifyWithLibrary}

By hand, with the headers and the body of a request in the environment:

${verify}

\`webhook-signature\` has a second signature while a secret is rotated: one that is right suffices.

## What to answer

Any status from 200 to 299, within 15 seconds, acknowledges the event; the body does not matter. Everything else is a failure.
Redirects are not followed. Store the event first and work on it after the answer, because slow answers delay the events
behind them. An event may come twice: remember \`webhook-id\`, and acknowledge what you have seen.

A **410** says that the address is gone: the webhook is paused at once.

## Order

Events are sent in the order of \`sequence\`, up to ten at a time, so they may arrive in another one, and a retry arrives later.
For one record, \`sequence\` is the order of its changes: apply an event only if its \`sequence\` is greater than that of the last one
that you applied to the record. A gap that stays means an event that was not acknowledged yet.

## Retries and pauses

A failed attempt is repeated after 5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, and twice after 10 hours, each
up to a tenth sooner or later. Then the delivery is \`FAILED\`. While a webhook fails, one request at a time is sent to it.

A webhook that acknowledges nothing for a day causes the event \`webhook.failing\`. After five days it is paused, with the event
\`webhook.paused\`; it is never deleted. What happens meanwhile waits for it. Resume it with \`PUT ${baseUrl}/v1/webhooks\` and
\`{"id": 1, "status": "ACTIVE"}\`: it gets what waits, and what has failed since it began to fail;
where that is very much, the sending begins a little later.

## See, repeat and test deliveries

The deliveries of the last 90 days, newest first, with what each attempt sent and received:

${example({ url: `${baseUrl}/v1/webhooks/deliveries?status=FAILED,PENDING&limit=10` })}

\`POST ${baseUrl}/v1/webhooks/deliveries/resend\` with \`{"id": "dlv_…"}\` sends one again, with the same id, sequence and
body: another attempt of one that has ended, and the retry of one that waits for it, at once. \`POST ${baseUrl}/v1/webhooks/test\`
with \`{"id": 1}\` sends the event \`webhook.test\` to a webhook, whatever its kinds, in one attempt. A paused webhook must be
resumed before.

## Catch up

\`GET ${baseUrl}/v1/webhooks/events\` lists the events of the last 90 days, sent or not, also without any webhook. Kinds that
your credential may not read are left out. To miss none, read with \`orderBy=asc\` to the end of the list, remember the last \`id\`,
and begin there with \`after\` the next time:

${catchUp(addresses)}

An event is listed only when no earlier one can appear any more, so nothing ever appears behind \`after\`. For that, an event
waits for the changes of the same workspace that began to write before it; that takes milliseconds unless one of them stays open.

## Rotate the secret

\`POST ${baseUrl}/v1/webhooks/rotateSecret\` with \`{"id": 1, "overlapHours": 24}\` returns a new secret. For the overlap, 0 to 168
hours, requests carry the signatures of both, so the receiver can change in its own time. With 0 the old one ends at once.

## Addresses

An address is https, without user, password and fragment. One that leads into a private network is refused: loopback,
link-local, private and reserved ranges of IPv4 and IPv6, in whatever spelling. It is checked when it is saved, and again on the
address that is connected to. The certificate must be valid for the name.

**Local development:** a server on your own machine may send to \`http://localhost\` (the operator's \`WEBHOOK_LOOPBACK\`). For one
elsewhere, use a tunnel with an https address, or read \`/v1/webhooks/events\`.

## How long it is kept

Events, deliveries and attempts are deleted after 90 days.
`;
}
