/** What the field `nextCursor` of every page is made of. */
export const nextCursor = {
  nullable: true,
  description:
    'The `cursor` of what follows; null at the end. In `/v1` only in an answer to a request with `cursor`, and otherwise in the `Link` header.',
  extensions: { onlyWithCursor: true },
} as const;
