import type { Samples } from './samples.ts';

/** One documented filter of `GET /v1/eventCalls` alone. */
export interface Filter {
  readonly name: string;
  /** Query strings, sent in turn. Several of them defeat the caches of the server. */
  readonly queries: readonly string[];
  /** The first of the queries as a hand-written condition on "EventCall", to check its count. */
  readonly condition: string;
}

const setOutcomes = ['WON', 'NO_SALE', 'QUALIFIED', 'UNQUALIFIED', 'APPROVED', 'REJECTED'];
const awaited = `"outcome" IS NULL AND "status" <> 'CANCELLED'`;
const isOver = '"endTime" <= now()';
const searchText = `lower("inviteeName" || E'\\n' || coalesce("inviteeEmail", '') || E'\\n' || coalesce("phoneNumber", ''))`;

export function filtersOf(samples: Samples, calls: number): Filter[] {
  return [
    filter('default', '', 'true'),
    filter('page in the middle', `page=${calls / 40}`, 'true'),
    filter('eventType PAST', 'eventType=PAST', isOver),
    filter('eventType UPCOMING', 'eventType=UPCOMING', `NOT (${isOver})`),
    ...dateFilters(samples),
    ...idFilters(samples),
    ...outcomeFilters(),
    ...wordFilters('types', 'status', {
      scheduled_events: 'SCHEDULED',
      rescheduled_events: 'RESCHEDULED',
      cancelled_events: 'CANCELLED',
    }),
    ...wordFilters('callTypes', 'callType', {
      STRATEGY_EVENT: 'STRATEGY_EVENT',
      DISCOVERY_EVENT: 'DISCOVERY_EVENT',
    }),
    ...textFilters(samples),
    ...orders(),
  ];
}

function filter(name: string, query: string, condition: string): Filter {
  return { name, queries: [query], condition };
}

function dateFilters({ middle, earliest, latest }: Samples): Filter[] {
  const from = (instant: string) => `"dateTime" >= '${instant}'`;
  const to = (instant: string) => `"dateTime" <= '${instant}'`;
  const hours = (instant: string, count: number) => new Date(Date.parse(instant) + count * 3_600_000).toISOString();
  const between = (name: string, one: string, other: string) =>
    filter(name, `dateFrom=${one}&dateTo=${other}`, `${from(one)} AND ${to(other)}`);
  return [
    filter('dateFrom', `dateFrom=${middle}`, from(middle)),
    filter('dateTo', `dateTo=${middle}`, to(middle)),
    between('dateFrom and dateTo narrow', middle, hours(middle, 30)),
    between('dateFrom and dateTo wide', hours(earliest, 100), hours(latest, -100)),
  ];
}

function idFilters({ ids, userIds, setterIds, eventIds, contactIds, previewIds }: Samples): Filter[] {
  const any = (name: string, column: string, values: readonly number[]) =>
    filter(`${name} ${values.length}`, `${name}=${values.join(',')}`, `"${column}" = ANY('{${values.join(',')}}')`);
  return [
    any('ids', 'id', ids.slice(0, 1)),
    any('ids', 'id', ids),
    ...[userIds.slice(0, 1), userIds].map((values) => any('userIds', 'userId', values)),
    ...[setterIds.slice(0, 1), setterIds].map((values) => any('setterIds', 'setterId', values)),
    ...[eventIds.slice(0, 1), eventIds].map((values) => any('eventIds', 'eventId', values)),
    filter('contactId', `contactId=${contactIds[0]}`, `"contactId" = ${contactIds[0]}`),
    filter('previewId', `previewId=${previewIds[0]}`, `"previewId" = '${previewIds[0]}'`),
  ];
}

function outcomeFilters(): Filter[] {
  const condition: Record<string, string> = {
    ...Object.fromEntries(setOutcomes.map((name) => [name, `"outcome" = '${name}'`])),
    PENDING: `(${awaited} AND NOT (${isOver}))`,
    PENDING_OUTCOME: `(${awaited} AND ${isOver})`,
  };
  const several = ['WON', 'QUALIFIED', 'PENDING_OUTCOME'];
  const lists = [...Object.keys(condition).map((name) => [name]), several, ['PENDING', 'PENDING_OUTCOME']];
  return lists.map((names) =>
    filter(
      `outcomes ${names.join(',')}`,
      `outcomes=${names.join(',')}`,
      names.map((name) => condition[name]).join(' OR '),
    ),
  );
}

function wordFilters(name: string, column: string, words: Readonly<Record<string, string>>): Filter[] {
  const all = Object.keys(words);
  const condition = (chosen: readonly string[]) =>
    `"${column}" = ANY('{${chosen.map((word) => words[word]).join(',')}}')`;
  return [...all.map((word) => [word]), all.slice(0, 2)].map((chosen) =>
    filter(`${name} ${chosen.join(',')}`, `${name}=${chosen.join(',')}`, condition(chosen)),
  );
}

function textFilters({ emails, names }: Samples): Filter[] {
  const [email = ''] = emails;
  const [name = ''] = names;
  const firstNames = [...new Set(names.map((each) => each.split(' ')[0] ?? ''))];
  const surnames = [...new Set(names.map((each) => each.split(' ')[1] ?? ''))];
  const domain = 'contoso';
  const search = (title: string, texts: readonly string[]): Filter => ({
    name: title,
    queries: texts.map((text) => `search=${encodeURIComponent(text)}`),
    condition: (texts[0] ?? '')
      .split(' ')
      .map((word) => `${searchText} LIKE '%${word.toLowerCase()}%'`)
      .join(' AND '),
  });
  return [
    filter('inviteeEmails 1', `inviteeEmails=${email}`, `lower("inviteeEmail") = '${email}'`),
    filter(
      'inviteeEmails 5',
      `inviteeEmails=${emails.slice(0, 5).join(',')}`,
      `lower("inviteeEmail") = ANY('{${emails.slice(0, 5).join(',')}}')`,
    ),
    search('search full name', [name]),
    search('search full name, another each time', names.toReversed()),
    search('search first name', firstNames.slice(0, 1)),
    search('search first name, another each time', firstNames.toReversed()),
    search('search surname, another each time', surnames.toReversed()),
    search('search mail domain', [domain]),
  ];
}

function orders(): Filter[] {
  return ['dateTime', 'createdAt', 'updatedAt', 'id'].flatMap((column) =>
    ['asc', 'desc'].map((direction) =>
      filter(`order ${column} ${direction}`, `orderColumn=${column}&orderBy=${direction}`, 'true'),
    ),
  );
}
