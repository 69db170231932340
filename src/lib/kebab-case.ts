/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', þ: 'th' };

/** `Größe (cm)` becomes `grosse-cm`; a name without any such letter becomes the fallback. */
export function kebabCase(
  name: string,
  { fallback, maxLength }: { readonly fallback: string; readonly maxLength: number },
): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøłđþ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
  const kebab = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxLength + 1);
  return kebab.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '') || fallback;
}

/** The first free one of `color`, `color-2`, `color-3` and so on. */
export function firstFree(preferred: string, taken: ReadonlySet<string>): string {
  if (!taken.has(preferred)) return preferred;
  for (let number = 2; ; number++) if (!taken.has(`${preferred}-${number}`)) return `${preferred}-${number}`;
}
