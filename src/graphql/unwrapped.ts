import { z } from 'zod';

/** The type inside its default and optionality. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wraps ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}
