import { z } from 'zod';
import { password, personName, userEmail } from '#src/domain/accounts/user.ts';
import { weekdays } from '#src/domain/availabilities/availability.ts';
import { phoneCountries } from '#src/domain/contacts/phone-countries.ts';
import {
  boolean,
  coded,
  enumeration,
  id,
  integer,
  list,
  namesChange,
  rawText,
  text,
  timeZone,
  visible,
  visibleLine,
} from '#src/domain/input.ts';
import { type HourFormat, hourFormats, languages } from '#src/domain/languages/language.ts';
import { type MailText, mailTextsInput } from '#src/domain/notifications/mail-text.ts';
import { type Colour, colourForm } from '#src/lib/colour.ts';
import { plans } from '../principal/plans.ts';
import { type StageRule, stageRulesInput } from './stage-rules.ts';

export const workspaceName = () =>
  text(255)
    .trim()
    .refine(...visible)
    .refine(...visibleLine);

export const createWorkspaceInput = z.object({
  name: workspaceName(),
  ownerEmail: userEmail(),
  ownerPassword: password(),
  ownerFirstName: personName().optional(),
  ownerLastName: personName().optional(),
  plan: enumeration(plans).default('STARTUP'),
  timeZone: timeZone().default('UTC'),
});

/** The maximum cost of one GraphQL document. A workspace's cost limit per second cannot be lower. */
export const maxDocumentCost = 2_000;

export const setWorkspaceInput = z
  .object({
    workspaceId: id(),
    plan: enumeration(plans).optional(),
    rateLimitPoints: integer(1, 1_000_000).optional(),
    graphqlCost: integer(maxDocumentCost, 100_000_000).optional(),
  })
  .refine(({ workspaceId: _, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Nothing to change: specify a plan, rate limit points or a GraphQL cost',
    // A wrong id does not hide this error, but a wrong plan does.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] === 'workspaceId'),
  });

/** The settings that owners and admins change. Null leaves the choice to the visitor's language and region. */
export interface WorkspaceSettings {
  name: string;
  link: string | null;
  timeZone: string;
  country: string | null;
  language: (typeof languages)[number] | null;
  firstWeekday: (typeof weekdays)[number] | null;
  hourFormat: HourFormat | null;
  accentColor: Colour | null;
  showsBranding: boolean;
  mailTexts: MailText[];
  keepsUnbookedLeads: boolean;
  embedOrigins: string[];
  stageRules: StageRule[];
  assignsHostAsOwner: boolean;
}

/** Paths below `/e` have one slash or none: a workspace's link is a name without one, as usernames are. */
const workspaceLink = () =>
  rawText(64).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Must be a-z, 0-9 and single hyphens between them');

const accentColor = () =>
  rawText(7).toLowerCase().regex(colourForm, coded('invalid_format', 'Must be a color such as #3538cd'));

/** An origin as browsers write it, because it goes unchanged into the security policy of pages. */
const embedOrigin = () =>
  text(255).refine(
    // The parser accepts hosts with characters that mean something in a policy: `*`, `;` and quotes.
    (value) =>
      URL.parse(value)?.origin === value &&
      /^(?:https:\/\/(?:[a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?|http:\/\/localhost)(?::\d+)?$/.test(
        value,
      ),
    coded(
      'invalid_format',
      'Must be an origin such as https://www.example.com: https, or http with the host localhost, without a path',
    ),
  );

export const updateWorkspaceInput = z
  .object({
    name: workspaceName().optional().describe('Name of the workspace: invitees see it, and emails have it as sender.'),
    link: workspaceLink()
      .nullish()
      .describe(
        "The last part of the team page's address, `/e/<link>`, unique on this server; null for no team page. The page lists the events with `isListed`. The old address stops working.",
      ),
    timeZone: timeZone()
      .optional()
      .describe(
        'IANA time zone: for whole days in date filters, and for the weeks in which calls of hosts are counted.',
      ),
    country: enumeration(phoneCountries as [string, ...string[]])
      .nullish()
      .describe(
        'ISO 3166-1 alpha-2 code of the country: phone numbers without a country code are of this country if nothing else says which; null for none.',
      ),
    language: enumeration(languages)
      .nullish()
      .describe(
        "The language of booking pages if the visitor's browser has none of the supported languages; null for English.",
      ),
    firstWeekday: enumeration(weekdays)
      .nullish()
      .describe("The first day of a week; null for that of the visitor's region."),
    hourFormat: enumeration(hourFormats)
      .nullish()
      .describe("Hours from 1 to 12 (H12) or from 0 to 23 (H24); null for those of the visitor's region."),
    accentColor: accentColor()
      .nullish()
      .describe(
        'Color of buttons, links and chosen days, as `#rrggbb`; null for the default. Where text would not be readable, the nearest readable shade is used: see `accentShades`.',
      ),
    showsBranding: boolean().optional().describe('True to show “Scheduling by Slotline” below booking pages.'),
    mailTexts: mailTextsInput()
      .optional()
      .describe(
        "Replaces the workspace's own texts of emails to invitees, one item for each kind and language. An email without an item has the default text in its language.",
      ),
    keepsUnbookedLeads: boolean()
      .optional()
      .describe(
        'True to store people who fill in the form of an event with the bookingFlow FORM_FIRST but leave before choosing a time.',
      ),
    embedOrigins: list(embedOrigin(), 50)
      .refine((origins) => new Set(origins).size === origins.length, coded('duplicate', 'Must not have a site twice'))
      .optional()
      .describe(
        'Replaces the origins of the sites that may embed the booking pages in a frame, at most 50, such as `https://www.example.com`, without a path.',
      ),
    stageRules: stageRulesInput()
      .optional()
      .describe(
        'Replaces the rules by which contacts move to a later stage, one item for each trigger. A trigger without an item, or with an archived stage, follows the default.',
      ),
    assignsHostAsOwner: boolean()
      .optional()
      .describe(
        'True if a contact without an owner gets the host of the call as owner when it books, is won or does not show up.',
      ),
  })
  .refine(...namesChange());

export type UpdateWorkspaceInput = z.output<typeof updateWorkspaceInput>;
export type CreateWorkspaceInput = z.output<typeof createWorkspaceInput>;
export type SetWorkspaceInput = z.output<typeof setWorkspaceInput>;
