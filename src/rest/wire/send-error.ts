import type { Context as KoaContext } from 'koa';
import { type ErrorPlace, errorResponse } from './error-response.ts';

export interface SendErrorOptions {
  readonly showsStack: boolean;
  /** Told what nobody expected, for the log. */
  readonly onError: (error: unknown, koa: KoaContext) => void;
  /** That of the endpoint, where it differs from the request's: HEAD is answered as GET. */
  readonly method?: string | undefined;
  readonly validationErrors?: ErrorPlace['validationErrors'] | undefined;
}

/** Answers with an error in the words of the contract. */
export function sendError(koa: KoaContext, error: unknown, options: SendErrorOptions): void {
  const response = errorResponse(error, {
    endpoint: koa.path,
    method: options.method ?? koa.method,
    validationErrors: options.validationErrors ?? 'A',
    sentToken: /^bearer +\S/i.test(koa.get('authorization')),
    showsStack: options.showsStack,
  });
  if (response.status === 500) options.onError(error, koa);
  koa.set(response.headers);
  koa.status = response.status;
  koa.type = 'application/json; charset=utf-8';
  koa.body = JSON.stringify(response.body);
}
