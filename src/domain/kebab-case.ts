import anyAscii from 'any-ascii';

/** `Größe (cm)` becomes `grosse-cm`, `Бюджет` `byudzhet`, `预算` `yu-suan`; a name without letters becomes the fallback. */
export function kebabCase(
  name: string,
  { fallback, maxLength }: { readonly fallback: string; readonly maxLength: number },
): string {
  const plain = anyAscii(name.toLowerCase())
    .replaceAll("'", '')
    // Only syllables of scripts such as Chinese have capitals here.
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase();
  const kebab = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxLength + 1);
  return kebab.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '') || fallback;
}

/** The first free one of `color`, `color-2`, `color-3` and so on. */
export function firstFree(preferred: string, taken: ReadonlySet<string>): string {
  if (!taken.has(preferred)) return preferred;
  for (let number = 2; ; number++) if (!taken.has(`${preferred}-${number}`)) return `${preferred}-${number}`;
}
