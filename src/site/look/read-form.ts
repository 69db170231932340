import type { Context as KoaContext } from 'koa';
import { bodyError } from '#src/domain/errors.ts';
import { readFormBody } from '#src/lib/network/form-body.ts';
import { oncePer } from '#src/lib/once-per.ts';

/**
 * Reads the fields of a posted form, once per request. Throws PAYLOAD_TOO_LARGE if it has more bytes or fields than our forms;
 * an unreadable body has no fields.
 */
export const readForm = oncePer(async (koa: KoaContext): Promise<URLSearchParams> => {
  const form = await readFormBody(koa.req);
  if (!('problem' in form)) return form;
  const error = bodyError(form.problem);
  if (error.code === 'PAYLOAD_TOO_LARGE') throw error;
  return new URLSearchParams();
});
