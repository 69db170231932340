import { Textarea, type TextareaProps } from '@mantine/core';

/** Why a call is moved or cancelled. */
export function ReasonField(input: TextareaProps) {
  return <Textarea label="Reason" description="The invitee sees it." autosize minRows={2} maxRows={8} {...input} />;
}
