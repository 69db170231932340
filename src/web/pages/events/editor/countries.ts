import { phoneCountries } from '../../../gql/limits.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The countries that have phone numbers, by name. */
export const countryOptions = phoneCountries
  .map((code) => ({ value: code, label: names.of(code) ?? code }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));
