import { describe, expect, test } from 'vitest';
import {
  bodyError,
  DomainError,
  domainErrorOf,
  fieldError,
  formError,
  idsNotFound,
  invalidInput,
  recordNotFound,
  requireFound,
} from '#src/domain/errors.ts';
import { detailsOf, maxFieldErrors, pathText, unaskedQuestionType } from '#src/domain/field-errors.ts';
import { rateLimitError } from '#src/domain/rate-limit-error.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const problem = (path: PropertyKey[], message: string, asIs?: true) => ({
  ...{ path, code: 'conflict' as const, message },
  ...(asIs && { asIs }),
});

describe('the details of an error', () => {
  test('have messages by field, which name what is inside it but not its position', () => {
    const details = detailsOf([
      problem([], 'whole'),
      problem(['a'], 'one'),
      problem(['a', 3], 'two'),
      problem(['b', 3, 'c', 'd'], 'three'),
      problem(['b', 3, 'c', 'd'], 'four', true),
    ]);
    expect(details.formErrors).toEqual(['whole']);
    expect(details.fieldErrors).toEqual({ a: ['one', 'two'], b: ['c.d: three', 'four'] });
    expect(details.errors.map(({ path, message }) => `${path} ${message}`)).toEqual([
      ...['null whole', 'a one', 'a[3] two', 'b[3].c.d three', 'b[3].c.d four'],
    ]);
  });

  test('have a hundred messages of a field, and of none, however many there are', () => {
    const many = (path: PropertyKey[]) => Array.from({ length: 200 }, (_, index) => problem(path, `message ${index}`));
    const details = detailsOf([...many(['a']), ...many([])]);
    expect([details.fieldErrors.a?.length, details.formErrors.length]).toEqual([maxFieldErrors, maxFieldErrors]);
  });

  test('have one message for many items, and an error for each place, once', () => {
    const details = detailsOf([problem(['a', 0], 'same'), problem(['a', 1], 'same'), problem(['a', 1], 'same')]);
    expect(details.fieldErrors).toEqual({ a: ['same'] });
    expect(details.errors.map(({ path }) => path)).toEqual(['a[0]', 'a[1]']);
  });

  test('have the first hundred errors', () => {
    const many = Array.from({ length: 101 }, (_, index) => problem(['a', index], 'same'));
    expect(detailsOf(many.slice(0, 100)).errors).toHaveLength(maxFieldErrors);
    const { errors } = detailsOf(many);
    expect([errors.length, errors.at(-1)?.path]).toEqual([100, 'a[99]']);
  });

  test('may be about a field of any name', () => {
    const { fieldErrors } = detailsOf([problem(['__proto__'], 'x'), problem(['toString'], 'y')]);
    expect(Object.entries(fieldErrors)).toEqual([
      ['__proto__', ['x']],
      ['toString', ['y']],
    ]);
  });

  test.each<[PropertyKey[], string | null]>([
    [[], null],
    [['a'], 'a'],
    [[0], '0'],
    [['a', 0, 'b', 'c', 1], 'a[0].b.c[1]'],
  ])('name the place %j as %s', (path, text) => {
    expect(pathText(path)).toBe(text);
  });
});

describe('an issue of zod', () => {
  const codeOf = (issue: object) => problemsOf([{ message: 'x', ...issue }])[0]?.code;

  test.each([
    [{ message: 'Is required', code: 'invalid_type' }, 'required'],
    [{ code: 'invalid_type' }, 'invalid_type'],
    [{ code: 'invalid_format' }, 'invalid_format'],
    [{ code: 'invalid_value' }, 'unknown_value'],
    [{ code: 'unrecognized_keys' }, 'unknown_field'],
    [{ code: 'too_small', origin: 'string' }, 'too_short'],
    [{ code: 'too_small', origin: 'array' }, 'too_few'],
    [{ code: 'too_small', origin: 'number' }, 'too_small'],
    [{ code: 'too_big', origin: 'string' }, 'too_long'],
    [{ code: 'too_big', origin: 'array' }, 'too_many'],
    [{ code: 'too_big', origin: 'int' }, 'too_big'],
    [{ code: 'custom', params: { code: 'taken' } }, 'taken'],
    [{ code: 'custom' }, 'invalid'],
    [{}, 'invalid'],
  ])('%j has the code %s', (issue, code) => {
    expect(codeOf(issue)).toBe(code);
  });

  test('lies at the field of the caller, and keeps a message that is to stay as it is', () => {
    const of = (issue: object) => problemsOf([{ message: 'x', code: 'custom', ...issue }])[0];
    expect(of({})?.path).toEqual([]);
    expect(of({ path: ['input'] })?.path).toEqual([]);
    expect(of({ path: ['input', 'a', 0] })?.path).toEqual(['a', 0]);
    expect(of({ path: ['a', 'input'] })?.path).toEqual(['a', 'input']);
    expect(of({ path: [{ key: 'a' }, { key: 1 }] })?.path).toEqual(['a', 1]);
    expect(of({ params: { asIs: true } })).toMatchObject({ asIs: true });
    expect(of({ message: unaskedQuestionType })).toMatchObject({ asIs: true });
    expect(of({})).not.toHaveProperty('asIs');
  });
});

describe('an error', () => {
  test('of a field, of the form, of records that are missing', () => {
    expect(fieldError('a', 'taken', 'x').details).toEqual(detailsOf([{ path: ['a'], code: 'taken', message: 'x' }]));
    expect(fieldError(['a', 0], 'taken', 'x').details?.errors[0]?.path).toBe('a[0]');
    expect(formError('conflict', 'x').details).toMatchObject({ formErrors: ['x'], fieldErrors: {} });
    expect(invalidInput([])).toMatchObject({ code: 'VALIDATION_FAILED', status: 400, message: 'Validation failed' });
    const ids = Array.from({ length: 101 }, (_, index) => index);
    expect(idsNotFound('ids', ids)).toMatchObject({
      ...{ code: 'NOT_FOUND', missing: { path: 'ids', ids: ids.slice(0, 100), count: 101 } },
    });
    expect(recordNotFound('contactId')).toMatchObject({ code: 'NOT_FOUND', missing: { path: 'contactId' } });
    expect(recordNotFound(['hosts', 1, 'userId'], 'EVENT_NOT_FOUND')).toMatchObject({
      ...{ code: 'EVENT_NOT_FOUND', missing: { path: 'hosts[1].userId' } },
    });
    expect(recordNotFound([]).missing).toEqual({ path: '' });
  });

  test('is thrown for what was not found, and not for what is only false', () => {
    for (const found of [0, '', false]) expect(requireFound(found)).toBe(found);
    for (const missing of [null, undefined]) {
      expect(() => requireFound(missing)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
      expect(() => requireFound(missing, 'EVENT_NOT_FOUND')).toThrow(
        expect.objectContaining({ code: 'EVENT_NOT_FOUND' }),
      );
    }
  });

  test('that is none of the domain is an outage, or unexpected', () => {
    const error = new DomainError('FORBIDDEN', { message: 'x', cause: 1 });
    expect(domainErrorOf(error)).toBe(error);
    expect(error).toMatchObject({ name: 'DomainError', message: 'x', cause: 1, status: 403 });
    const outage = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    expect(domainErrorOf(outage)).toMatchObject({ code: 'UNAVAILABLE', cause: outage });
    expect(domainErrorOf(new Error('bug'))).toBeUndefined();
  });

  test.each([
    ['too large', 413, 'Request body is too large'],
    ['not UTF-8', 400, 'Request body must be UTF-8'],
    ['broken off', 400, 'Request body must be complete'],
    ['too many parts', 400, 'Request body must have at most 5000 names, lists and objects'],
    ['too many pairs', 413, 'A form has at most 200 fields'],
    ['encoded', 415, 'Content-Encoding is not supported'],
    ['not JSON', 415, 'Content-Type must be application/json'],
  ] as const)('of a body that is %s', (cause, status, message) => {
    const error = bodyError(cause);
    expect([error.status, error.details?.formErrors[0] ?? error.message]).toEqual([status, message]);
    expect(error.details?.errors.map(({ code }) => code)).toEqual(status === 400 ? ['malformed'] : undefined);
  });

  const now = new Date('2027-02-01T10:00:00.000Z');
  test.each([
    [0, 1],
    [-5_000, 1],
    [1_000, 1],
    [1_001, 2],
    [60_000, 60],
  ])('of a limit that is free in %i ms says to wait %i seconds', (ms, retryAfterSeconds) => {
    const freeAt = new Date(now.getTime() + ms);
    expect(rateLimitError({ limit: 5, windowMs: 3_600_000, freeAt, reason: 'Too often' }, now)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      rate: {
        ...{ allowed: false, limit: 5, remaining: 0, windowSeconds: 3600, resetAt: freeAt.getTime() },
        ...{ retryAfterSeconds, reason: 'Too often' },
      },
    });
  });
});
