const names = new Intl.DisplayNames('en', { type: 'region' });

/** Countries by name, as options of a choice. */
export function countryOptionsOf(codes: readonly string[]) {
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
