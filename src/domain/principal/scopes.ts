/** The scopes of credentials. Schema, registration form, consent page and documents are generated from this list. */
export const scopeSentences = {
  'contacts:read': 'See the contacts of the workspace',
  'contacts:write': 'Create, change and erase contacts',
  'deals:read': 'See deals and products',
  'deals:write': 'Create, change and delete deals and products',
  'transactions:read': 'See transactions',
  'transactions:write': 'Create, change and delete transactions',
  'events:read': 'See bookable events and their available times',
  'events:write': 'Create, change and delete bookable events',
  'eventCalls:read': 'See booked calls and their outcomes',
  'eventCalls:write': 'Book, reschedule and cancel calls, and set their outcomes',
  'fields:read': 'See custom fields and their answers',
  'fields:write': 'Create and change custom fields and their answers',
  'availabilities:read': 'See availability schedules and time off',
  'availabilities:write': 'Create, change and delete availability schedules and time off',
  'users:read': 'See the members of the workspace',
  'users:write': 'Change the names, time zones and meeting links of members',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'Create, change and delete webhooks',
  'audit:read': 'See who changed members, access and settings',
} as const;

/** The access of an app's credential without any scope: `GET /v1/me` says on whose behalf it acts. */
export const basicAccess = 'See your name and email address, and the name of your workspace';

export type Scope = keyof typeof scopeSentences;

export const allScopes = Object.keys(scopeSentences) as Scope[];

/** The display names of the scopes' resources. */
const resourceNames: Readonly<Record<string, string>> = {
  contacts: 'Contacts',
  deals: 'Deals',
  transactions: 'Transactions',
  events: 'Bookable events',
  eventCalls: 'Calls',
  fields: 'Custom fields',
  availabilities: 'Availability',
  users: 'Members',
  webhooks: 'Webhooks',
  audit: 'Audit log',
};

interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly { readonly scope: Scope; readonly isWrite: boolean }[];
}

/** The scopes grouped by resource, in the order of the lists above. */
export function scopesByResource(scopes: readonly Scope[]): ScopeGroup[] {
  const shown = allScopes.filter((scope) => scopes.includes(scope));
  return Object.entries(resourceNames).flatMap(([resource, name]) => {
    const own = shown.filter((scope) => scope.startsWith(`${resource}:`));
    return own.length === 0
      ? []
      : [{ name, scopes: own.map((scope) => ({ scope, isWrite: scope.endsWith(':write') })) }];
  });
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeSentences, text);
}
