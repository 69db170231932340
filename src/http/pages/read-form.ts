import type { Context as KoaContext } from 'koa';
import { readText } from '#src/lib/request-body.ts';

const greatestFormBytes = 64 * 1024;

/** The fields of a form that was posted; none of what is no form, or more than one of ours can be. */
export async function readForm(koa: KoaContext): Promise<URLSearchParams> {
  const type = koa.get('Content-Type').split(';')[0]?.trim().toLowerCase();
  const text = type === 'application/x-www-form-urlencoded' ? await readText(koa.req, greatestFormBytes) : '';
  return new URLSearchParams(typeof text === 'string' ? text : '');
}
