import type { CustomFieldOption } from './custom-field.ts';

export const maxDisplayIndex = 1_000_000;

/** The keys of an item of `options` that identify and place its option. */
interface Item {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  readonly displayIndex?: number | undefined;
  readonly isArchived?: boolean | undefined;
}

/**
 * The name as people see it, to compare names: ignores letter case, outer white space and invisible characters. Those inside an
 * emoji stay: the flags of England and Scotland differ in nothing else.
 */
export function lookOf(name: string): string {
  const seen = name.normalize().replace(/(\p{RGI_Emoji})|[\p{Cf}\p{Default_Ignorable_Code_Point}]/gv, '$1');
  return seen.trim().toLowerCase();
}

/**
 * Adds the option's id to each item that names an existing option. The item keeps the option's spelling, restores the option if
 * it was archived, and moves the named options into the order of the request.
 */
export function identifiedOptions<Change extends Item>(
  existing: readonly CustomFieldOption[],
  sent: readonly Change[],
): readonly Change[] {
  if (sent.every(({ id }) => id !== undefined)) return sent;
  const find = finderOf(existing, sent);
  return inSentOrder(
    existing,
    sent.map((item) => identified(item, find)),
    sent.map(({ id, displayIndex }) => id === undefined && displayIndex === undefined),
  );
}

type Finder = (name: string) => CustomFieldOption | undefined;

/** Finds the option of a name. If the request renames an option, a new option may have its old name. */
function finderOf(existing: readonly CustomFieldOption[], sent: readonly Item[]): Finder {
  const names = new Map(sent.map(({ id, name }) => [id, name]));
  const isRenamed = ({ id, name }: CustomFieldOption) => lookOf(names.get(id) ?? name) !== lookOf(name);
  // Names from before the rule that names must differ may be equal: the first option counts.
  const named = existing.filter((option) => !isRenamed(option)).toReversed();
  const byName = new Map(named.map((option) => [option.name, option]));
  const byLook = new Map(named.map((option) => [lookOf(option.name), option]));
  return (name) => byName.get(name) ?? byLook.get(lookOf(name));
}

function identified<Change extends Item>(item: Change, find: Finder): Change {
  const { id, name, isArchived = false, ...others } = item;
  if (id !== undefined || name === undefined) return item;
  const found = find(name);
  return found ? ({ ...others, id: found.id, isArchived } as Change) : item;
}

/** Reassigns the positions of the named options in the order of the request. All others keep theirs. */
function inSentOrder<Change extends Item>(
  existing: readonly CustomFieldOption[],
  changes: readonly Change[],
  isMoved: readonly boolean[],
): readonly Change[] {
  const byId = new Map(existing.map((option) => [option.id, option]));
  const moved = changes.filter((_, index) => isMoved[index]);
  const stored = moved.map(({ id }) => (id === undefined ? undefined : byId.get(id)));
  if (stored.every((option, index) => index === 0 || isBefore(stored[index - 1], option))) return changes;
  const places = stored.flatMap((option) => option?.displayIndex ?? []).sort((one, other) => one - other);
  let next = Math.max(-1, ...existing.map(({ displayIndex }) => displayIndex)) + 1;
  let last = -1;
  const shared = new Map(
    moved.map((change, index) => {
      last = Math.min(Math.max(places[index] ?? next++, last + 1), maxDisplayIndex);
      return [change, last] as const;
    }),
  );
  return changes.map((change) => ({ ...change, displayIndex: shared.get(change) ?? change.displayIndex }));
}

/** The same positions in ascending order, each once; the first positions there are, if they go beyond the last one. */
export function sharedPlaces(places: readonly number[]): number[] {
  let last = -1;
  const shared = places
    .toSorted((one, other) => one - other)
    .map((place) => {
      last = Math.max(place, last + 1);
      return last;
    });
  return last > maxDisplayIndex ? shared.map((_, index) => index) : shared;
}

/** True if the options are in this order already. A new option comes last anyway. */
function isBefore(one: CustomFieldOption | undefined, other: CustomFieldOption | undefined): boolean {
  if (!one || !other) return other === undefined;
  return one.displayIndex < other.displayIndex || (one.displayIndex === other.displayIndex && one.id < other.id);
}
