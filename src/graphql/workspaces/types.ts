import { plans } from '#src/domain/principal/plans.ts';
import { builder, enumType } from '../builder.ts';

const PlanEnum = enumType('Plan', plans, 'The subscription plan of a workspace.');

export const WorkspaceType = builder.prismaObject('Workspace', {
  description: 'A workspace, to which all other records belong.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Workspace id.' }),
    name: t.exposeString('name', { description: 'Name of the workspace.' }),
    plan: t.expose('plan', { type: PlanEnum, description: 'Plan of the workspace.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone for whole days in date filters.' }),
    embedOrigins: t.exposeStringList('embedOrigins', {
      description: 'The origins of the sites that may embed the booking pages in a frame.',
    }),
    keepsUnbookedLeads: t.exposeBoolean('keepsUnbookedLeads', {
      description:
        'True to store people who fill in the form of an event with the bookingFlow FORM_FIRST but leave before choosing a time.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the workspace was created.' }),
  }),
});
