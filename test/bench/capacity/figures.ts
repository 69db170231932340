/** Bytes on disk of one row, among a million in 100 workspaces: `npm run bench -- --only capacity`. */
export const rowBytes = {
  EventCall: { table: 323, indexes: 1092 },
  Invitee: { table: 117, indexes: 198 },
  Contact: { table: 200, indexes: 572 },
  InviteeAnswer: { table: 115, indexes: 105 },
  CustomFieldAnswer: { table: 117, indexes: 92 },
  Deal: { table: 117, indexes: 342 },
  Transaction: { table: 136, indexes: 295 },
  WebhookEvent: { table: 1365, indexes: 141 },
  WebhookDelivery: { table: 117, indexes: 185 },
  WebhookAttempt: { table: 373, indexes: 139 },
  ApiRequest: { table: 182, indexes: 539 },
} as const;

/** Processor time of a request in milliseconds: of the node, and of all of PostgreSQL. */
export interface RequestCost {
  readonly node: number;
  readonly database: number;
}

/** `npm run bench -- --only distributed`, medians. */
export const requestCosts = {
  calls: {
    ...{ name: '`GET /v1/eventCalls`, 2,000 calls', requestsPerDay: 20_000 },
    ...{ plain: { node: 1.25, database: 0.67 }, citus: { node: 1.52, database: 2.06 } },
  },
  contact: {
    ...{ name: '`GET /v1/contacts/detail`', requestsPerDay: 5_000 },
    ...{ plain: { node: 0.45, database: 0.28 }, citus: { node: 0.8, database: 1.27 } },
  },
  relations: {
    ...{ name: '`POST /graphql`: contacts, their calls, their deals', requestsPerDay: 2_000 },
    ...{ plain: { node: 4.8, database: 6.25 }, citus: { node: 4.35, database: 12.73 } },
  },
  openTimes: {
    ...{ name: '`POST /v1/events/eventDates`, 10 hosts, 14 days', requestsPerDay: 5_000 },
    ...{ plain: { node: 2.8, database: 0.95 }, citus: { node: 2.8, database: 3.15 } },
  },
  booking: {
    ...{ name: '`POST /v1/eventCalls`: a booking, 10 hosts', requestsPerDay: 1_000 },
    ...{ plain: { node: 8, database: 9.35 }, citus: { node: 10.5, database: 22 } },
  },
} as const satisfies Record<string, { name: string; requestsPerDay: number; plain: RequestCost; citus: RequestCost }>;

/** What a node, and a Citus of three servers, spend without any request, in milliseconds of a second. */
export const idleCosts = { node: 7, database: 28 };

/**
 * A day of 200 workspaces on Citus with two nodes, as `npm run bench -- --only simulation` replays it: processor seconds,
 * megabytes, and connections.
 */
export const simulated = {
  nodes: { predicted: 9.6, seen: 15.1 },
  databases: { predicted: 17.8, seen: 34.2 },
  megabytes: { predicted: 216.4, seen: 229.3 },
  toCoordinator: { predicted: 66, seen: 37 },
  toWorker: { predicted: 18, seen: 12 },
};

/** How many connections one node opens at most: to PostgreSQL or the coordinator of Citus, and to each worker. */
export const connections = { toCoordinator: 33, toWorker: 9 };
