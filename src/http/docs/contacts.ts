import { example } from './example.ts';
import type { DocsAddresses } from './page.ts';

export function contacts({ baseUrl }: DocsAddresses): string {
  return `A contact is a person whom the team talks to. Custom fields hold what your workspace wants to know of contacts and calls.

## Which contact a request is about

${example({ url: `${baseUrl}/v1/contacts`, json: { phoneNumber: '+14155550123', firstName: 'Ira', lastName: 'Cole' } })}

| The body has | Response |
|---|---|
| an e-mail that no contact has | 201, a new contact; also where another contact has the phone number |
| an e-mail that a contact has, in any letter case | 200, that contact with your changes |
| no e-mail, and a phone number that no contact has | 201, a new contact |
| no e-mail, and a phone number that contacts have | 200, the contact with your changes; its e-mail stays |

Two contacts of a workspace never share an e-mail: \`PUT /v1/contacts\` to the e-mail of another contact is a 400 with an error of
the field \`email\`. Several contacts may share a phone number, as families and offices do: then a phone number means the one that
was changed last. Parallel requests with one e-mail, or with one phone number alone, create one contact.

To look a contact up, send one of \`contactId\`, \`email\` and \`phoneNumber\`. In a URL the \`+\` of a phone number is \`%2B\`; a plain
\`+\`, which a URL reads as a space, is accepted as well:

${example({ url: `${baseUrl}/v1/contacts/detail?phoneNumber=%2B14155550123` })}

\`POST /v1/fields/inviteeAnswers\` stores what a lead has entered in the form of an event without booking. It finds the contact by
\`contactId\`, by the answer of the type \`EMAIL\`, or without one by that of the type \`PHONE_NO\`. A known contact keeps its name and
number. Where there is none, it is created from the answers, with the event \`contact.created\`.

## Who owns a contact

\`userId\` is the owner. An owner or admin of the workspace gives contacts to any member, or to nobody (\`null\`). A closer or setter
gives contacts to nobody but themselves: their own user id is accepted, also where another member owns the contact; any other
change of \`userId\` is a 403 with the code \`FORBIDDEN\`.

## A change that changes nothing

A PUT, or an \`update…\` mutation, that names no known field to change is a 400. One that sets what is there already is a 200,
leaves \`updatedAt\` as it is, and writes no event, so you can send a whole record back. Values are compared by meaning:
\`10\` is \`10.00\`, and an instant is the same with any offset. Letter case is part of an e-mail: another case is a change.

## Custom fields

Only an owner or admin creates and changes custom fields and their options; others get a 403 with the code \`FORBIDDEN\`. Every
role with \`fields:write\` answers them.

${example({
  url: `${baseUrl}/v1/fields`,
  json: { name: 'Preferred language', type: 'CONTACT', inputType: 'SINGLE_SELECT', options: [{ name: 'English' }] },
})}

- **Identifier.** It is unique among the fields of its type. Without one in the body it is made from the name, in Latin letters:
  \`Größe (cm)\` becomes \`grosse-cm\`, \`Бюджет\` becomes \`byudzhet\`, \`预算\` becomes \`yu-suan\`, and a taken one gets a number
  (\`budget-2\`). \`invitee-email\`, \`invitee-phone-no\`, \`invitee-name\`, \`invitee-first-name\` and \`invitee-last-name\` are reserved for
  the questions of the booking form, which \`GET /v1/fields/objects?inviteeQuestions=true\` lists as fields; fields that had one of
  them before keep it.
- **Options.** An answer names options by name or by id. So no option can be named like the id of another option of its field,
  and no new option gets such an id.
- **Answers** hold the names of options in \`answer\`, and beside it their ids in \`optionIds\`, in the same order. A renamed option is
  renamed in its answers; its id stays. An archived option stays in the answers that have it.
`;
}
