import { windowSeconds } from './rate-limit/decision.ts';

/** A row: the points of a window of `windowSeconds`, for each value that `by` names. */
interface Limit {
  /** An address of IPv6 also counts by its wider blocks, which have more points (`rate-limit/address-blocks.ts`). */
  readonly by: string;
  readonly points: number;
  readonly windowSeconds: number;
}

type LimitTable = Readonly<Record<string, Readonly<Record<string, Limit>>>>;

/** Rows that share a counter, so their windows have one length. */
function inWindowsOf<const Rows extends Readonly<Record<string, Omit<Limit, 'windowSeconds'>>>>(
  seconds: number,
  rows: Rows,
) {
  const limits = Object.entries(rows).map(([name, row]) => [name, { ...row, windowSeconds: seconds }]);
  return Object.fromEntries(limits) as { readonly [Name in keyof Rows]: Rows[Name] & Pick<Limit, 'windowSeconds'> };
}

const minute = 60;
const quarterHour = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The limits that each node counts alone, because a shared store costs more than the work that the limits save.
 *
 * - `arrivals`: requests that need no credential, before a byte of their body is read. Each kind has its own windows, so that
 *   a flood of one kind does not block the others for people behind the same address. Two hundred people in one room send
 *   about three forms each within ten minutes, and hardly more than thirty in the same second. A page of accounts or of consent
 *   looks up a link, a session or an app. A site that books for its visitors sends all documents from one address, and
 *   a platform runs many apps behind one. Calendar providers send notices for all members from a few addresses, and a settings
 *   page shows dozens of logos. `forgedLink` counts links of booked calls that this server has not signed.
 * - `credentials`: refused credentials.
 * - `introspection`: four times the cost of the whole schema, which keeps the process busy for about 30 ms each time. Most
 *   callers send one of a few documents, whose results are cached and cost nothing.
 * - `logos`: points are seconds of rendering. A node renders one logo of a kind at a time, so a workspace and a person have a
 *   sixth of each minute, and others the rest.
 */
export const nodeLimits = {
  arrivals: inWindowsOf(10, {
    form: { by: 'address', points: 300 },
    accountPage: { by: 'address', points: 200 },
    document: { by: 'address', points: 300 },
    tokenRequest: { by: 'address', points: 2_000 },
    push: { by: 'address', points: 1_000 },
    logo: { by: 'address', points: 1_000 },
    forgedLink: { by: 'address', points: 100 },
  }),
  credentials: { refused: { by: 'address', points: 20, windowSeconds: 1 } },
  introspection: { cost: { by: 'address', points: 4_000, windowSeconds: minute } },
  logos: { rendering: { by: 'workspace, and person', points: 10, windowSeconds: minute } },
} as const satisfies LimitTable;

/**
 * The limits that all nodes count together if they share a store. A workspace also has its own points for each action of its
 * requests, and for the cost of its GraphQL documents (`RequestRate`).
 *
 * - `requests`: `page` is for each root field that the pages of a person request, apart from what the API keys and apps of
 *   the workspace consume: a board reads each of its stages. The others are for requests without a workspace. `apps` counts all
 *   apps that have not proven themselves at an address.
 * - `accounts`: requested links and created accounts, whether or not the e-mail address has an account, so that a refusal
 *   reveals nothing about it. The people of an office need fewer, and no mailbox is flooded, however its address is written;
 *   `member` is for a person whose address the caller does not name. `testMail` is for mails to oneself.
 * - `read` and `write`: how often invitees look at an event and book it. A person looks about five times, with the steps of
 *   the form, and books once, or twice if the first time was taken meanwhile. The limits by address leave room for two hundred
 *   people in one room, all of whom open the page in the same ten seconds, and half of whom book in the same minute; the limits
 *   by event are for a busy page.
 * - `bookings`: bookings that one network makes at once with one workspace; a guest counts as a booking. Further ones are held until the invitee confirms
 *   them by mail, so that a conference behind one address can book, and a bot cannot. A server that sends no mail refuses them.
 *   `held` has room for each guest of the conference; a bot causes no more mails to people who requested none, and no more
 *   than `heldInAll` through the events of many workspaces.
 * - `attempts`: failed attempts at a secret. A person needs a few; a list of leaked passwords or a dictionary needs millions.
 *   - `pair` and `pairDaily`: more than a person mistypes.
 *   - `account`, from everywhere: a thousand rented addresses gain nothing by taking turns. So that they cannot lock out the
 *     owner either, an address from which the owner has signed in before is exempt, and any other may still try once a day.
 *   - `address`, on all accounts: far more than the thousands of people behind one office's address mistype together, and too
 *     few to try one password on everyone. An account that has signed in from there before is exempt, so that an attacker
 *     inside the office cannot lock out the others.
 *   - `known` is no limit: it is how long a successful sign-in of an account from an address is remembered.
 */
export const sharedLimits = {
  requests: inWindowsOf(windowSeconds, {
    anonymous: { by: 'address', points: 20 },
    apps: { by: 'address', points: 100 },
    app: { by: 'app at an address', points: 20 },
    page: { by: 'person in a workspace, and root field', points: 100 },
  }),
  accounts: inWindowsOf(hour, {
    address: { by: 'address', points: 30 },
    workspace: { by: 'workspace', points: 100 },
    member: { by: 'member', points: 5 },
    email: { by: 'mailbox', points: 5 },
    testMail: { by: 'member', points: 20 },
  }),
  read: inWindowsOf(10, {
    address: { by: 'address', points: 300 },
    event: { by: 'event', points: 2_000 },
  }),
  write: inWindowsOf(minute, {
    address: { by: 'address', points: 200 },
    event: { by: 'event', points: 120 },
  }),
  bookings: inWindowsOf(hour, {
    booked: { by: 'network and workspace', points: 10 },
    bookedWithoutMail: { by: 'network and workspace', points: 30 },
    held: { by: 'network and workspace', points: 300 },
    heldInAll: { by: 'network', points: 1_000 },
  }),
  attempts: {
    pair: { by: 'account at an address', points: 10, windowSeconds: quarterHour },
    pairDaily: { by: 'account at an address', points: 50, windowSeconds: day },
    account: { by: 'account', points: 100, windowSeconds: quarterHour },
    address: { by: 'address', points: 1_000, windowSeconds: quarterHour },
    known: { by: 'account at an address', points: 1, windowSeconds: 14 * day },
  },
} as const satisfies LimitTable;
