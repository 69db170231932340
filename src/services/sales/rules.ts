import type { ClientBase } from 'pg';
import { isMember } from '#src/db/writes/contacts.ts';
import { fieldError } from '#src/domain/errors.ts';
import { isVisible, type Principal } from '#src/domain/principal/policy.ts';
import { fitsCurrency, maxDecimalsOf } from '#src/domain/sales/money.ts';
import { amountText, jsonNumber } from '#src/lib/decimal.ts';

/** What deals and transactions have in common. */

type SaleType = 'Deal' | 'Transaction';

/** Formats the fields as the database returns them, so that they can be compared with a record. */
export function asStored<Fields extends { value?: string | undefined; time?: string | undefined }>(
  fields: Fields,
): Fields {
  const { value, time } = fields;
  return {
    ...fields,
    ...(value !== undefined && { value: amountText(value) }),
    ...(time !== undefined && { time: new Date(time).toISOString() }),
  };
}

interface Money {
  readonly value: string;
  readonly currency: string;
}

/** Requires that a value has no more decimals than its currency. `name` is the field of the value. */
export function requireFittingDecimals({ value, currency }: Money, name = 'value'): void {
  if (fitsCurrency(value, currency)) return;
  throw fieldError(name, 'too_precise', `Must have at most ${maxDecimalsOf(currency)} decimals`);
}

/** Requires that a changed value fits its currency, and a changed currency its value. `name` is the field of the value. */
export function requireFittingChange(
  before: Money,
  { value, currency }: { readonly [Name in keyof Money]?: string | undefined },
  name = 'value',
): void {
  if (value !== undefined) requireFittingDecimals({ value, currency: currency ?? before.currency }, name);
  else if (currency !== undefined && !fitsCurrency(before.value, currency))
    throw fieldError('currency', 'conflict', `Must be a currency with 3 decimals, which ${before.value} has`);
}

/** Requires that a closer is a member. A caller who sees only their own sales must be the closer. */
export async function requireCloser(
  client: ClientBase,
  principal: Principal,
  { type, userId }: { type: SaleType; userId: number | null | undefined },
): Promise<void> {
  if (userId === undefined) return;
  if (!isVisible(type, principal, { userId })) throw fieldError('userId', 'not_allowed', 'Must be your own user id');
  if (userId === null || (await isMember(client, principal.workspaceId, userId))) return;
  throw fieldError('userId', 'not_found', 'Must be a member of the workspace');
}

/**
 * The closer of a new sale that names none: that of the related record, if they are still a member and the caller may name
 * them; otherwise the caller.
 */
export async function defaultCloser(
  client: ClientBase,
  principal: Principal,
  { type, belongsTo }: { type: SaleType; belongsTo: { userId: number | null } | undefined },
): Promise<number> {
  const { workspaceId } = principal;
  const userId = belongsTo?.userId ?? principal.userId;
  if (userId === principal.userId || !isVisible(type, principal, { userId })) return principal.userId;
  return (await isMember(client, workspaceId, userId)) ? userId : principal.userId;
}

/** The payload of an event: the record as `/v1` returns it, with its value as a number. */
export function payloadOf<Sale extends { readonly value: string }>(sale: Sale): object {
  return { ...sale, value: jsonNumber(sale.value) };
}
