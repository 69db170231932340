import { Checkbox, MultiSelect, Radio, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { BookingFlow, ContactStatus, EventSettingsFragment } from '../../../gql/event.ts';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { LateSkeleton } from '../../../kit/list/query-view.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { statusTitles } from '../../../parts/contacts.ts';
import { questionTypeOptions, useAllFields } from './form-fields.ts';
import { ruleInputOf } from './rule.ts';
import { SectionPanel, textOf, useSection } from './section.tsx';

/** Its fields weigh as much as the rest of the section. */
const RulesInput = lazyPart(() => import('./rules.tsx'), 'RulesInput', <LateSkeleton />);

const valuesOf = (event: EventSettingsFragment) => ({
  bookingFlow: event.bookingFlow as BookingFlow,
  isListed: event.isListed,
  bookedStatus: event.bookedStatus as ContactStatus | null,
  redirectUrl: event.redirectUrl ?? '',
  redirectAnswers: event.redirectAnswers,
  disqualificationRules: event.disqualificationRules,
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

const urlInput = { type: 'url', inputMode: 'url', maxLength: 2048 } as const;

/** What happens on the way from the page of the event to a booked call, or to none. */
export function FlowSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, errorWithin, field, checkbox, frame } = useSection({ name: 'flow', event, valuesOf, inputOf });
  const fields = (useAllFields() ?? []).filter(({ hidden }) => !hidden);
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
      <Checkbox label="Show on my public page" {...checkbox('isListed')} />
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
          {...urlInput}
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
      <RulesInput {...{ event, form, errorOf, errorWithin }} values={form.values}>
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
          <TextInput label="Or redirect to" placeholder="No other page" {...urlInput} {...field('disqualifiedUrl')} />
        </SimpleGrid>
      </RulesInput>
      <Checkbox
        label="Disqualify leads who send answers without booking"
        description="For your own forms, which send answers through the API"
        {...checkbox('disqualifiesLeads')}
      />
    </SectionPanel>
  );
}
