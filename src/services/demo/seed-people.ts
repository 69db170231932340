import { emailDomains, firstNames, lastNames, mailName } from './names.ts';
import { columns, pick, roll, textArray } from './sql-pieces.ts';

const pairs = firstNames.length * lastNames.length;
/** Has no divisor in common with the number of pairs, so that each pair comes once in a round. */
const stride = 7919;

const homes = [
  ['US', 'America/New_York'],
  ['US', 'America/Chicago'],
  ['US', 'America/Denver'],
  ['US', 'America/Los_Angeles'],
  ['CA', 'America/Toronto'],
  ['GB', 'Europe/London'],
  ['DE', 'Europe/Berlin'],
  ['AU', 'Australia/Sydney'],
] as const;

/** Who the contact of a number is, as SQL: the same whether the contact or one of their calls is made. */
export function personColumns(contact: string): string {
  return `
    ${columns({ pair: `((${contact} * ${stride}) % ${pairs})::int`, round: `${contact} / ${pairs}` }, 'pair')}
    ${columns(
      {
        firstName: nameAt(firstNames, `"pair" % ${firstNames.length}`),
        lastName: nameAt(lastNames, `"pair" / ${firstNames.length}`),
        email: emailOf(contact),
        // 555-0100 to 555-0199 are kept for fiction in every area.
        phoneNumber: `'+1' || ${roll(contact, 3, 800)} + 200 || '55501' || lpad(${roll(contact, 4, 100)}::text, 2, '0')`,
        home: `1 + ${roll(contact, 5, homes.length)}`,
      },
      'person',
    )}
    ${columns({ country: homeColumn(0), timeZone: homeColumn(1) }, 'home')}`;
}

function nameAt(names: readonly string[], index: string): string {
  return `(${textArray(names)})[1 + ${index}]`;
}

function emailOf(contact: string): string {
  const first = nameAt(firstNames.map(mailName), `"pair" % ${firstNames.length}`);
  const last = nameAt(lastNames.map(mailName), `"pair" / ${firstNames.length}`);
  const number = `CASE WHEN "round" > 0 THEN ("round" + 1)::text ELSE '' END`;
  return `${first} || '.' || ${last} || ${number} || '@' || ${pick(contact, 2, emailDomains)}`;
}

function homeColumn(place: 0 | 1): string {
  return `(${textArray(homes.map((home) => home[place]))})["home"]`;
}
