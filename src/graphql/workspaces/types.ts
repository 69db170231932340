import { plans } from '#src/domain/principal/plans.ts';
import { builder, enumType } from '../builder.ts';

const PlanEnum = enumType('Plan', plans, 'What a workspace has subscribed to.');

export const WorkspaceType = builder.prismaObject('Workspace', {
  description: 'A workspace: everything else belongs to one.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Workspace id.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    plan: t.expose('plan', { type: PlanEnum, description: 'Plan.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA zone in which whole days of date filters are meant.' }),
    embedOrigins: t.exposeStringList('embedOrigins', {
      description: 'The origins of the sites that may show the booking pages in a frame.',
    }),
    keepsUnbookedLeads: t.exposeBoolean('keepsUnbookedLeads', {
      description:
        'Whether who fills in the form of an event with the bookingFlow FORM_FIRST, and leaves before choosing a time, is stored.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});
