import { rawText } from '#src/domain/input.ts';

export const maxIdentifierLength = 255;

/** Room for a number behind a made one. */
const maxDerivedLength = 240;

/** Letters that have no plain letter inside. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', þ: 'th' };

export const identifier = () =>
  rawText(maxIdentifierLength).regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'Must be kebab-case: a-z, 0-9 and single hyphens between them',
  );

/** `Größe (cm)` → `grosse-cm`; `field` where nothing of the name can be written so. */
export function identifierFrom(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøłđþ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
  const kebab = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxDerivedLength + 1);
  return kebab.replace(/^-/, '').slice(0, maxDerivedLength).replace(/-$/, '') || 'field';
}

/** The first that is free of `color`, `color-2`, `color-3` and so on. */
export function freeIdentifier(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}
