import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import type { MergeableField, MergeSideFragment } from '../../../gql/merge.ts';
import { statusTitles } from '../../../parts/contacts.ts';
import { memberName } from '../../../parts/members.ts';

/** A value in which two contacts differ, as people read it. */
export interface Difference {
  /** The name of the field, or the id of the custom field. */
  readonly of: MergeableField | number;
  readonly title: string;
  /** The items of the answer to a custom field; a single text of another field. */
  readonly kept: readonly string[];
  readonly merged: readonly string[];
}

interface Differences {
  /** Both contacts have a value. */
  readonly choices: readonly Difference[];
  /** Only the merged contact has one, which the kept contact gets. */
  readonly filled: readonly Difference[];
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

const fields: readonly (readonly [MergeableField, string, (side: MergeSideFragment) => string | null])[] = [
  ['firstName', 'First name', ({ firstName }) => firstName],
  ['lastName', 'Last name', ({ lastName }) => lastName],
  ['email', 'Email', ({ email }) => email],
  ['phoneNumber', 'Phone', ({ phoneNumber }) => phoneNumber],
  ['status', 'Status', ({ status }) => statusTitles[status]],
  ['userId', 'Owner', ({ ownerMember }) => ownerMember && memberName(ownerMember)],
  ['setterId', 'Setter', ({ setter }) => setter && memberName(setter)],
  ['tag', 'Tag', ({ tag }) => tag],
  ['timeZone', 'Time zone', ({ timeZone }) => timeZone && readableZoneName(timeZone)],
  ['country', 'Country', ({ country }) => country && (countries.of(country) ?? country)],
  ['utm', 'Campaign', ({ utm }) => utm.map(({ utmKey, utmValue }) => `${utmKey}: ${utmValue}`).join(', ')],
];

/** Compares two contacts field by field, and then their answers to custom fields. */
export function differencesOf(kept: MergeSideFragment, merged: MergeSideFragment): Differences {
  const ofFields = fields.map(([of, title, read]) => ({
    of,
    title,
    kept: itemsOf(read(kept)),
    merged: itemsOf(read(merged)),
  }));
  const ofAnswers = (merged.customFieldAnswers ?? []).map(({ customFieldId, name, answer }) => {
    const own = kept.customFieldAnswers?.find((each) => each.customFieldId === customFieldId);
    return { of: customFieldId, title: name, kept: own?.answer ?? [], merged: answer };
  });
  const differing = [...ofFields, ...ofAnswers].filter(
    ({ kept, merged }) => merged.length > 0 && merged.join('\n') !== kept.join('\n'),
  );
  return {
    choices: differing.filter(({ kept }) => kept.length > 0),
    filled: differing.filter(({ kept }) => kept.length === 0),
  };
}

function itemsOf(text: string | null): string[] {
  return text === null || text === '' ? [] : [text];
}
