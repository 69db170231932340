import { Checkbox, MultiSelect, Radio, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { BookingFlow, ContactStatus, EventSettingsFragment } from '../../../gql/event.ts';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { LateSkeleton } from '../../../kit/list/query-view.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { statusTitles } from '../../../parts/contacts.ts';
import { useFormFields } from './form-fields.ts';
import { questionTypeOptions } from './question-types.ts';
import { type Rule, ruleInputOf } from './rule.ts';
import { SectionPanel } from './section-frame.tsx';
import { useSection } from './use-section.ts';
import { textOf } from './values.ts';

/** Its fields weigh as much as the rest of the section. */
const RulesInput = lazyPart(() => import('./rules.tsx'), 'RulesInput', <LateSkeleton />);

const valuesOf = (event: EventSettingsFragment) => ({
  bookingFlow: event.bookingFlow as BookingFlow,
  isListed: event.isListed,
  bookedStatus: event.bookedStatus as ContactStatus | null,
  redirectUrl: event.redirectUrl ?? '',
  redirectAnswers: event.redirectAnswers,
  disqualificationRules: event.disqualificationRules.map(
    ({ kind, questionType, customFieldId, operator, values }): Rule => ({
      kind,
      questionType,
      customFieldId,
      operator,
      values,
    }),
  ),
  disqualifiedMessage: event.disqualifiedMessage ?? '',
  disqualifiedUrl: event.disqualifiedUrl ?? '',
  disqualifiesLeads: event.disqualifiesLeads,
});

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  redirectUrl: textOf(values.redirectUrl),
  disqualificationRules: values.disqualificationRules.map(ruleInputOf),
  disqualifiedMessage: textOf(values.disqualifiedMessage),
  disqualifiedUrl: textOf(values.disqualifiedUrl),
});

/** What happens on the way from the page of the event to a booked call, or to none. */
export function FlowSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, errorWithin, frame } = useSection({ name: 'flow', event, valuesOf, inputOf });
  const fields = useFormFields();
  const field = (path: keyof ReturnType<typeof valuesOf>) => ({ ...form.getInputProps(path), error: errorOf(path) });
  const answerOptions = [
    { group: 'Questions', items: questionTypeOptions },
    {
      group: 'Custom fields',
      items: [
        ...new Map(fields.map(({ identifier, name }) => [identifier, { value: identifier, label: name }])).values(),
      ],
    },
  ];
  return (
    <SectionPanel name="flow" frame={frame}>
      <Radio.Group label="The booking page starts with" {...field('bookingFlow')}>
        <Stack gap={6} mt={6}>
          <Radio value="TIME_FIRST" label="Times" />
          <Radio
            value="FORM_FIRST"
            label="The form"
            description="Someone who leaves before choosing a time is saved as a contact"
          />
        </Stack>
      </Radio.Group>
      <Checkbox
        label="Show on my public page"
        checked={form.values.isListed}
        onChange={({ currentTarget }) => form.setFieldValue('isListed', currentTarget.checked)}
        error={errorOf('isListed')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Set contact status to"
          placeholder="Do not change it"
          data={optionsOf(statusTitles)}
          clearable
          clearButtonProps={{ 'aria-label': 'Do not change it' }}
          {...field('bookedStatus')}
        />
        <TextInput
          label="Redirect after booking"
          placeholder="The booking confirmation page"
          type="url"
          inputMode="url"
          maxLength={2048}
          {...field('redirectUrl')}
        />
      </SimpleGrid>
      {form.values.redirectUrl.trim() !== '' && (
        <MultiSelect
          label="Pass these answers in the URL"
          description="In addition to the call and its time"
          data={answerOptions}
          searchable
          maxValues={20}
          {...field('redirectAnswers')}
          error={errorWithin('redirectAnswers')}
        />
      )}
      <RulesInput
        rules={form.values.disqualificationRules}
        onChange={(rules) => form.setFieldValue('disqualificationRules', rules)}
        fields={fields}
        {...{ errorOf, errorWithin }}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Textarea
          label="Message for disqualified leads"
          placeholder="A short thank-you message"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...field('disqualifiedMessage')}
        />
        <TextInput
          label="Or redirect to"
          placeholder="No other page"
          type="url"
          inputMode="url"
          maxLength={2048}
          {...field('disqualifiedUrl')}
        />
      </SimpleGrid>
      <Checkbox
        label="Disqualify leads who send answers without booking"
        description="For your own forms, which send answers through the API"
        checked={form.values.disqualifiesLeads}
        onChange={({ currentTarget }) => form.setFieldValue('disqualifiesLeads', currentTarget.checked)}
        error={errorOf('disqualifiesLeads')}
      />
    </SectionPanel>
  );
}
