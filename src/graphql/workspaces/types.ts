import type { Weekday } from '#src/domain/availabilities/availability.ts';
import { hourFormats, type Language } from '#src/domain/languages/language.ts';
import { type MailText, mailTextRecord } from '#src/domain/notifications/mail-text.ts';
import { plans } from '#src/domain/principal/plans.ts';
import { type StageRule, stageRuleRecord, stageTriggers } from '#src/domain/workspaces/stage-rules.ts';
import type { WorkspaceSettings } from '#src/domain/workspaces/workspace.ts';
import { type AccentShades, accentShades } from '#src/lib/accent-shades.ts';
import { pathOfPicture } from '#src/services/pictures.ts';
import { WeekdayEnum } from '../availabilities/types.ts';
import { builder, enumType } from '../builder.ts';
import { LanguageEnum } from '../event-calls/types.ts';
import { recordType } from '../record-types.ts';
// MailText has the kinds of emails, which are registered there.
import '../notifications/enums.ts';

const PlanEnum = enumType('Plan', plans, 'The subscription plan of a workspace.');
export const HourFormatEnum = enumType('HourFormat', hourFormats, 'How hours are written.', {
  H12: 'From 1 to 12, with AM and PM.',
  H24: 'From 0 to 23.',
});

const SchemeShadesType = builder.objectRef<AccentShades['light']>('SchemeShades').implement({
  description: 'The shades of an accent color in light or dark pages, as `#rrggbb`.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Links and times.' }),
    tint: t.exposeString('tint', { description: 'The background of days that can be chosen.' }),
  }),
});

const AccentShadesType = builder.objectRef<AccentShades>('AccentShades').implement({
  description: 'The shades of an accent color, as `#rrggbb`. Text has a contrast of at least 4.5 (WCAG AA).',
  fields: (t) => ({
    fill: t.exposeString('fill', {
      description: 'Buttons and chosen days: the color itself, or the nearest shade on which text is readable.',
    }),
    ink: t.exposeString('ink', { description: 'Text on the fill.' }),
    light: t.field({ type: SchemeShadesType, description: 'In light pages.', resolve: ({ light }) => light }),
    dark: t.field({ type: SchemeShadesType, description: 'In dark pages.', resolve: ({ dark }) => dark }),
  }),
});

const MailTextType = recordType('MailText', mailTextRecord, {
  description: "A workspace's own texts of an email to invitees, in one language.",
});

export const StageTriggerEnum = enumType('StageTrigger', stageTriggers, 'What moves a contact to a later stage.', {
  FIRST_BOOKING: 'A call is booked with a contact who had none. By default, the contact moves to the first stage.',
  WON: 'A call gets the outcome WON. By default, the contact moves to the stage named Customer, if there is one.',
  NO_SHOW: 'A call gets an outcome with the reason NO_SHOW. By default, the contact stays where it is.',
});

const StageRuleType = recordType('StageRule', stageRuleRecord, {
  description: 'A rule of the workspace by which contacts move to a later stage. They never move back.',
});

export const WorkspaceType = builder.prismaObject('Workspace', {
  description: 'A workspace, to which all other records belong.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Workspace id.' }),
    name: t.exposeString('name', { description: 'Name of the workspace.' }),
    plan: t.expose('plan', { type: PlanEnum, description: 'Plan of the workspace.' }),
    link: t.exposeString('link', {
      nullable: true,
      description: "The last part of the team page's address, `/e/<link>`; null if there is no team page.",
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone for whole days in date filters.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'ISO 3166-1 alpha-2 code of the country; null if none is set.',
    }),
    language: t.field({
      type: LanguageEnum,
      nullable: true,
      description:
        "The language of booking pages if the visitor's browser has none of the supported languages; null for English.",
      select: { language: true },
      resolve: ({ language }) => language as Language | null,
    }),
    firstWeekday: t.field({
      type: WeekdayEnum,
      nullable: true,
      description: "The first day of a week; null for that of the visitor's region.",
      select: { firstWeekday: true },
      resolve: ({ firstWeekday }) => firstWeekday as Weekday | null,
    }),
    hourFormat: t.field({
      type: HourFormatEnum,
      nullable: true,
      description: "How hours are written; null for the way of the visitor's region.",
      select: { hourFormat: true },
      resolve: ({ hourFormat }) => hourFormat as WorkspaceSettings['hourFormat'],
    }),
    accentColor: t.exposeString('accentColor', {
      nullable: true,
      description: 'Color of buttons, links and chosen days, as `#rrggbb`; null for the default.',
    }),
    accentShades: t.field({
      type: AccentShadesType,
      nullable: true,
      description: 'The shades of the accent color that are used; null without an accent color.',
      select: { accentColor: true },
      resolve: ({ accentColor }) => (accentColor === null ? null : accentShades(accentColor)),
    }),
    logoUrl: t.string({
      nullable: true,
      description:
        'Public URL of the logo; null if there is none. Set it with `PUT /workspace/logo`, with a JPG, PNG, WebP or SVG image of at most 2 MB as the body. Remove it with `DELETE`. Only for sessions of owners and admins.',
      select: { id: true },
      resolve: async ({ id }, _args, context) => {
        const path = await pathOfPicture(context, id, 'logo');
        return path === null ? null : context.appUrl + path;
      },
    }),
    showsBranding: t.exposeBoolean('showsBranding', {
      description: 'True to show “Scheduling by Slotline” below booking pages.',
    }),
    mailTexts: t.field({
      type: [MailTextType],
      description: "The workspace's own texts of emails to invitees.",
      select: { mailTexts: true },
      resolve: ({ mailTexts }) => mailTexts as unknown as MailText[],
    }),
    embedOrigins: t.exposeStringList('embedOrigins', {
      description: 'The origins of the sites that may embed the booking pages in a frame.',
    }),
    keepsUnbookedLeads: t.exposeBoolean('keepsUnbookedLeads', {
      description:
        'True to store people who fill in the form of an event with the bookingFlow FORM_FIRST but leave before choosing a time.',
    }),
    stageRules: t.field({
      type: [StageRuleType],
      description:
        'The rules of the workspace by which contacts move to a later stage. A trigger without a rule, or with an archived stage, follows the default.',
      select: { stageRules: true },
      resolve: ({ stageRules }) => stageRules as unknown as StageRule[],
    }),
    assignsHostAsOwner: t.exposeBoolean('assignsHostAsOwner', {
      description:
        'True if a contact without an owner gets the host of the call as owner when it books, is won or does not show up.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the workspace was created.' }),
  }),
});
