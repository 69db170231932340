import { z } from 'zod';
import { mailTextInput } from '#src/domain/notifications/mail-text.ts';
import { hiddenSetupList, setupDays, setupStepsRecord } from '#src/domain/workspaces/setup-steps.ts';
import { stageRuleInput } from '#src/domain/workspaces/stage-rules.ts';
import { type UpdateWorkspaceInput, updateWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { getSetupSteps } from '#src/services/setup-steps.ts';
import { updateWorkspace } from '#src/services/workspaces.ts';
import { apiKeyTarget } from '../api-keys/types.ts';
import { inputTypeOf, nestedTypeOf } from '../arguments.ts';
import { scheduleTarget, WeekdayEnum } from '../availabilities/types.ts';
import { builder } from '../builder.ts';
import { contactTarget } from '../contacts/types.ts';
import { caller } from '../context.ts';
import { customFieldTarget } from '../custom-fields/types.ts';
import { dealTarget } from '../deals/types.ts';
import { eventCallTarget, LanguageEnum } from '../event-calls/types.ts';
import { eventTarget } from '../events/types.ts';
import { memberTarget } from '../members/types.ts';
import { NotificationKindEnum } from '../notifications/enums.ts';
import { recordType } from '../record-types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { query } from '../root-fields.ts';
import { transactionTarget } from '../transactions/types.ts';
import { HourFormatEnum, StageTriggerEnum, WorkspaceType } from './types.ts';

const UpdateWorkspaceInputType = inputTypeOf<UpdateWorkspaceInput>('UpdateWorkspaceInput', updateWorkspaceInput, {
  description: 'Changes to the workspace. Omitted fields stay as they are.',
  types: {
    language: LanguageEnum,
    firstWeekday: WeekdayEnum,
    hourFormat: HourFormatEnum,
    mailTexts: nestedTypeOf('MailTextInput', mailTextInput, {
      description: "A workspace's own texts of an email to invitees.",
      types: { kind: NotificationKindEnum, language: LanguageEnum },
    }),
    stageRules: nestedTypeOf('StageRuleInput', stageRuleInput, {
      description: 'A rule by which contacts move to a later stage.',
      types: { trigger: StageTriggerEnum },
    }),
  },
});

builder.mutationField('updateWorkspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    extensions: { idempotencyKey: 'refused', changes: [] },
    description: 'Changes settings of the workspace. Only for sessions of owners and admins.',
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: UpdateWorkspaceInputType, required: true, description: 'The changes.' }) },
    resolve: async (query, _root, { input }, context) => {
      const who = caller(context);
      await updateWorkspace(who, input);
      return context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: who.principal.workspaceId } });
    },
  }),
);

query('setupSteps', {
  type: recordType('SetupSteps', setupStepsRecord, {
    description: 'What a new workspace needs before its first call.',
  }),
  description: `What a new workspace needs before its first call, and what of it is done. Null in a workspace older than ${setupDays} days, in the demo, and for you after you have saved a view of the list \`${hiddenSetupList}\`. Only for sessions of owners and admins.`,
  access: { developerArea: true },
  input: z.object({}),
  read: getSetupSteps,
});

addRelationFields(WorkspaceType, {
  members: {
    many: memberTarget,
    relation: 'memberships',
    description: 'Its members, in the order in which they joined.',
  },
  events: { many: eventTarget, description: 'Its bookable events, by name.' },
  schedules: { many: scheduleTarget, description: 'Its availability schedules.' },
  contacts: { many: contactTarget, description: 'Its contacts, newest first.' },
  customFields: {
    many: customFieldTarget,
    description: 'Its custom fields, including hidden ones, by type and position.',
  },
  eventCalls: { many: eventCallTarget, description: 'Its calls, newest first.' },
  deals: { many: dealTarget, description: 'Its deals, newest first.' },
  transactions: { many: transactionTarget, description: 'Its transactions, newest first.' },
  apiKeys: { many: apiKeyTarget, description: 'The API keys of all members, newest first.' },
});
