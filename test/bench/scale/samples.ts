import type pg from 'pg';

/** Values of calls for the filters, spread over the whole workspace. */
export interface Samples {
  readonly ids: readonly number[];
  readonly userIds: readonly number[];
  readonly setterIds: readonly number[];
  readonly eventIds: readonly number[];
  readonly contactIds: readonly number[];
  readonly previewIds: readonly string[];
  readonly emails: readonly string[];
  readonly names: readonly string[];
  /** Instants of the first call, of one in the middle, and of the last. */
  readonly earliest: string;
  readonly middle: string;
  readonly latest: string;
}

interface CallRow {
  readonly id: number;
  readonly userId: number;
  readonly setterId: number | null;
  readonly eventId: number;
  readonly contactId: number;
  readonly previewId: string;
  readonly inviteeEmail: string | null;
  readonly inviteeName: string;
}

const sampleSize = 100;
const listSize = 3;

export async function samplesOf(client: pg.Client, workspaceId: number): Promise<Samples> {
  const { rows } = await client.query<CallRow>(
    `WITH bounds AS (SELECT min("id") AS low, max("id") AS high FROM "EventCall" WHERE "workspaceId" = $1)
     SELECT c."id", "userId", "setterId", "eventId", "contactId", "previewId", "inviteeEmail", "inviteeName"
     FROM bounds, generate_series(1, $2::int) k
     JOIN LATERAL (SELECT * FROM "EventCall" WHERE "workspaceId" = $1
       AND "id" >= low + (high - low) * k::bigint / ($2 + 1) ORDER BY "id" LIMIT 1) c ON true ORDER BY k`,
    [workspaceId, sampleSize],
  );
  const all = <Value>(value: (row: CallRow) => Value | null) =>
    [...new Set(rows.map(value))].filter((found) => found !== null);
  return {
    ids: all(({ id }) => id).slice(0, 20),
    userIds: all(({ userId }) => userId).slice(0, listSize),
    setterIds: all(({ setterId }) => setterId).slice(0, listSize),
    eventIds: all(({ eventId }) => eventId).slice(0, listSize),
    contactIds: all(({ contactId }) => contactId),
    previewIds: all(({ previewId }) => previewId),
    emails: all(({ inviteeEmail }) => inviteeEmail),
    // Only plain letters, which lower-case the same way in every language.
    names: all(({ inviteeName }) => (/^[A-Za-z]+ [A-Za-z]+$/.test(inviteeName) ? inviteeName : null)),
    ...(await instants(client, workspaceId)),
  };
}

async function instants(client: pg.Client, workspaceId: number) {
  const { rows } = await client.query<Record<'earliest' | 'middle' | 'latest', Date>>(
    `SELECT min("dateTime") AS "earliest", max("dateTime") AS "latest",
       percentile_disc(0.5) WITHIN GROUP (ORDER BY "dateTime") AS "middle"
     FROM "EventCall" WHERE "workspaceId" = $1`,
    [workspaceId],
  );
  const [row] = rows;
  if (!row) throw new Error('The workspace has no calls.');
  const { earliest, middle, latest } = row;
  return { earliest: earliest.toISOString(), middle: middle.toISOString(), latest: latest.toISOString() };
}
