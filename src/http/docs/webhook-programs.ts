import { programs } from './example.ts';
import { environment } from './literals.ts';
import { code, type DocsAddresses } from './page.ts';

/** Not in the languages of the other examples, because these need a package. */
export const verifyWithLibrary = [
  code(
    'js',
    `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';

const event = new Webhook(secret).verify(rawBody, request.headers); // throws if it is not authentic`,
  ),
  code(
    'py',
    `# pip install standardwebhooks
from standardwebhooks.webhooks import Webhook

event = Webhook(secret).verify(raw_body, request.headers)  # raises if it is not authentic`,
  ),
].join('\n\n');

export const verify = programs({
  sh: `HEX=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
EXPECTED=$(printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$WEBHOOK_BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$HEX" -binary | openssl base64 -A)
AGE=$(( $(date +%s) - WEBHOOK_TIMESTAMP ))
[ "\${AGE#-}" -le 300 ] || { echo 'The timestamp is too far away'; exit 1; }
case " $WEBHOOK_SIGNATURE " in
  *" v1,$EXPECTED "*) echo 'authentic' ;;
  *) echo 'The signature is wrong'; exit 1 ;;
esac`,
  ts: `import { createHmac, timingSafeEqual } from 'node:crypto';

function isAuthentic(secret: string, headers: Record<string, string>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const received = Buffer.from(text, 'base64');
    return version === 'v1' && received.length === expected.length && timingSafeEqual(received, expected);
  });
}

const { WEBHOOK_SECRET = '', WEBHOOK_ID = '', WEBHOOK_TIMESTAMP = '', ...rest } = ${environment};
const { WEBHOOK_SIGNATURE = '', WEBHOOK_BODY = '' } = rest;
const headers = {
  'webhook-id': WEBHOOK_ID,
  'webhook-timestamp': WEBHOOK_TIMESTAMP,
  'webhook-signature': WEBHOOK_SIGNATURE,
};
if (!isAuthentic(WEBHOOK_SECRET, headers, WEBHOOK_BODY)) throw new Error('The request is not authentic');
console.log('authentic');`,
  python: `import base64, hashlib, hmac, os, time

def is_authentic(secret, headers, body):
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(each, expected) for each in signatures)

names = ["id", "timestamp", "signature"]
headers = {f"webhook-{name}": os.environ[f"WEBHOOK_{name.upper()}"] for name in names}
body = os.environ["WEBHOOK_BODY"].encode()
if not is_authentic(os.environ["WEBHOOK_SECRET"], headers, body):
    raise SystemExit("The request is not authentic")
print("authentic")`,
});

/** Reads the events after the last one that the program has seen, which the reader stores between two runs. */
export const catchUp = ({ baseUrl }: DocsAddresses) =>
  programs({
    sh: `LAST_EVENT=\${LAST_EVENT:-}
QUERY="orderBy=asc&cursor=start\${LAST_EVENT:+&after=$LAST_EVENT}"
while [ -n "$QUERY" ]; do
  PAGE=$(curl "${baseUrl}/v1/webhooks/events?limit=100&$QUERY" -H "Authorization: Bearer $KEY")
  IDS=$(printf %s "$PAGE" | grep -oE '"id":"evt_[0-9]+"' | cut -d '"' -f 4 || true)
  [ -z "$IDS" ] || { printf '%s\\n' "$IDS"; LAST_EVENT=$(printf '%s\\n' "$IDS" | tail -n 1); }
  CURSOR=$(printf %s "$PAGE" | grep -oE '"nextCursor":"[^"]+"' | cut -d '"' -f 4 || true)
  QUERY=\${CURSOR:+cursor=$CURSOR}
done
echo "Go on after $LAST_EVENT"`,
    ts: `interface Page {
  data: { events: { id: string; type: string }[]; nextCursor: string | null };
}

let last = ${environment}.LAST_EVENT ?? '';
let query: Record<string, string> | null = { orderBy: 'asc', cursor: 'start', ...(last && { after: last }) };
while (query) {
  const parameters = new URLSearchParams({ limit: '100', ...query });
  const response = await fetch(\`${baseUrl}/v1/webhooks/events?\${parameters}\`, {
    headers: { Authorization: \`Bearer \${${environment}.KEY}\` },
  });
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  const { data } = (await response.json()) as Page;
  for (const event of data.events) console.log(event.id, event.type);
  last = data.events.at(-1)?.id ?? last;
  query = data.nextCursor === null ? null : { cursor: data.nextCursor };
}
console.log('Go on after', last);`,
    python: `import json, os, urllib.parse, urllib.request

last = os.environ.get("LAST_EVENT")
query = {"orderBy": "asc", "cursor": "start", **({"after": last} if last else {})}
while query:
    request = urllib.request.Request(
        "${baseUrl}/v1/webhooks/events?" + urllib.parse.urlencode({"limit": 100, **query}),
        headers={"Authorization": f"Bearer {os.environ['KEY']}"},
    )
    with urllib.request.urlopen(request) as response:
        data = json.load(response)["data"]
    for event in data["events"]:
        print(event["id"], event["type"])
        last = event["id"]
    query = {"cursor": data["nextCursor"]} if data["nextCursor"] else None
print("Go on after", last)`,
  });
