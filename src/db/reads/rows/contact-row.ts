import type { Contact as ContactRow, Prisma } from '#src/db/generated/prisma/client.ts';
import type { Contact, ContactAnswer, Utm } from '#src/domain/contacts/contact.ts';

/** The record of a contact that was browsed to: the same as the lists read it. */
export function contactOfRow(row: ContactRow): Contact {
  const { id, previewId, firstName, lastName, email, phoneNumber, status, tag, timeZone, country, userId } = row;
  return {
    ...{ id, previewId, firstName, lastName, email, phoneNumber, status, tag, timeZone, country, userId },
    utm: row.utm as unknown as Utm[],
    joinedTime: row.joinedTime.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const contactAnswerParts = {
  customField: { select: { identifier: true, name: true, inputType: true } },
} as const satisfies Prisma.CustomFieldAnswerInclude;

export type ContactAnswerRow = Prisma.CustomFieldAnswerGetPayload<{ include: typeof contactAnswerParts }>;

export function contactAnswerOfRow({ customFieldId, answer, customField }: ContactAnswerRow): ContactAnswer {
  const { identifier, name, inputType } = customField;
  return { customFieldId, identifier, name, inputType, answer };
}
