import type { Context as KoaContext } from 'koa';
import { bodyError } from '#src/domain/errors.ts';
import { readFormBody } from '#src/lib/network/form-body.ts';
import { oncePer } from '#src/lib/once-per.ts';

/**
 * The fields of a posted form, which a request has once. Throws PAYLOAD_TOO_LARGE where it has more bytes or fields than ours; a
 * body that is no readable form has no fields.
 */
export const readForm = oncePer(async (koa: KoaContext): Promise<URLSearchParams> => {
  const form = await readFormBody(koa.req);
  if (!('problem' in form)) return form;
  const error = bodyError(form.problem);
  if (error.code === 'PAYLOAD_TOO_LARGE') throw error;
  return new URLSearchParams();
});
