import { callTypes } from '#src/domain/event-calls/call-types.ts';
import { enumeration, filterList, idList } from '#src/domain/input.ts';

/** Filters of sales by the call that led to the deal. */
export const filtersByCall = (records: string) => ({
  setterIds: idList().optional().describe(`Only ${records} whose call was set by these setters, by user id.`),
  eventIds: idList().optional().describe(`Only ${records} whose call is of these events (templates), by event id.`),
  callTypes: filterList(enumeration(callTypes)).optional().describe(`Only ${records} whose call is of these types.`),
});
