/** What the document says of a field. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

export const typesOf = ({ type = 'string' }: FieldSchema) => [type].flat() as [string, ...string[]];

/** How a text is written, beyond its length. */
export interface Format {
  readonly message: string;
  readonly wrong: readonly string[];
  readonly right: string;
  /** Well-formed texts that are refused for another reason. */
  readonly others?: { readonly message: string; readonly wrong: readonly string[] };
  /** Its characters are checked by the format alone. */
  readonly isRaw?: true;
  /** A text that is too long is refused as that alone. */
  readonly endsAtLength?: true;
}

const email: Format = {
  message: 'Invalid email format',
  wrong: [
    ...['', 'nobody', 'a@', '@b.de', 'a b@example.com', 'a@example', 'a@example.com b', 'a@@example.com'],
    ...['a@example.com,', 'ä@example.com'],
  ],
  right: 'a@example.com',
  endsAtLength: true,
};

const phoneNumber: Format = {
  message: 'Must be E.164 format',
  wrong: [
    ...['', '4155550101', '+0155550101', '+1 415 555 0101', '+1-415-555-0101', '+1234567890123456', '+1', 'tel'],
    ...['+1415555010x', '+14155550101\n', '+1415555010\u0661', '++14155550101', '\u0000'],
  ],
  right: '+14155550101',
  isRaw: true,
};

const timeZone: Format = {
  message: 'Must be an IANA time zone such as Europe/Berlin',
  wrong: ['Mars/Base', 'Mars/Olympus', 'Etc/', '+01:00', '+02:00', '', 'Europe/Berlin ', 'berlin'],
  right: 'UTC',
};

const currency: Format = {
  message: 'Must be an ISO 4217 code such as USD',
  wrong: ['usd', 'XYZ', ''],
  right: 'USD',
};

const country: Format = {
  message: 'Must be an ISO 3166-1 alpha-2 code',
  wrong: ['de', 'xx', 'D', ''],
  right: 'DE',
};

/** What no kind of time is, whatever its years. */
const noInstants = [
  ...['2026-03-05T10:00:00', '2026-03-05T10:00:00+02', '2026-03-05T10:00:00+0200', '2026-03-05T10:00:00+24:00'],
  ...['2026-03-05T10:00:00 02:00', '2026-03-05T10:00:00Z+02:00', '2026-03-05 10:00:00Z', '2026-03-05T24:00:00Z'],
  ...['2026-03-05T10:00:00+1:00', '2026-02-29T10:00:00Z', '2026-02-30T00:00:00Z', '2026-03-05', 'now', ''],
];

const storedInstant: Format = {
  message: 'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)',
  wrong: noInstants,
  right: '2026-01-01T00:00:00Z',
  others: {
    message: 'Must be in the years 1900 to 2999',
    wrong: [
      ...['0000-01-01T00:00:00Z', '1899-12-31T00:00:00Z', '1900-01-01T00:00:00Z'],
      ...['9999-12-31T00:00:00Z', '9999-12-31T23:59:59-23:59'],
    ],
  },
};

const utcInstant: Format = {
  message: 'Must be an ISO 8601 instant in the years 2000 to 2999 (YYYY-MM-DDTHH:mm:ssZ)',
  wrong: [
    ...[...noInstants, '1999-03-05T10:00:00Z', '3000-01-01T10:00:00Z', '2999-12-31T23:00:00-05:00'],
    ...['+010000-01-01T00:00:00Z'],
  ],
  right: '2026-03-05T10:00:00Z',
};

const day: Format = {
  message: 'Must be an existing date in the years 2000 to 2999 (YYYY-MM-DD)',
  wrong: ['2026-02-29', '2026-3-5', '20260305', '1999-12-31', '3000-01-01', ''],
  right: '2026-03-05',
};

export const dayOrInstant: Format = {
  message: 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)',
  wrong: [
    ...['', 'yesterday', '2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '20260101'],
    ...['2026-01-01T00:00:00', '2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:60Z', '1767225600'],
    ...['2026-02-30T00:00:00Z', '2026-01-01T00:00:00+24:00', '2026-01-01 ', '2026-01-01T00:00:00.Z', '-2026-01-01'],
    ...['2026-01-01T00:00:00 1:00', '2026-01-01,2026-01-02', '+012026-01-01'],
  ],
  right: '2026-02-28',
};

const kebab: Format = {
  message: 'Must be kebab-case: a-z, 0-9 and single hyphens between them',
  wrong: ['', 'Color', 'a b', 'a_b', '-a', 'a-', 'a--b', 'ä', 'a\n', 'Not Kebab'],
  right: 'a-b',
  isRaw: true,
  endsAtLength: true,
};

const dateTimeFormat: Format = {
  message: 'Must be made up of YYYY, YY, M to MMMM, D, DD, ddd, dddd, H, HH, h, hh, mm, ss, A, a and " .,:/-"',
  wrong: ['', 'dd/mm', 'x'],
  right: 'DD.MM.YYYY',
};

const clock = (message: string, right: string): Format => ({
  ...{ message, right, wrong: ['', '9:00', '09:00:00', 'nine', '24:01', '25:00'], isRaw: true },
});

const webhookUrl: Format = {
  message: 'Must be a full URL, such as https://example.com/webhooks',
  wrong: ['', 'example.com/hook', 'https:example.com', 'https://', 'https://example.com/\ud800'],
  right: 'https://example.com/',
  isRaw: true,
};

const deliveryId: Format = {
  message: 'Must be the id of a delivery: dlv_ and a number',
  wrong: ['', '1', 'evt_1', 'dlv_', 'dlv_0', 'dlv_-1'],
  right: 'dlv_1',
};

const linkPrefix: Format = {
  message: 'Must be <username>/<event-name>: a-z, 0-9 and single hyphens, with one slash',
  wrong: ['', '/', 'a', 'a/b/c', 'A/b', 'a--b/c', 'a/b\n', 'a/\u0000', 'a/\ud800'],
  right: 'a/b',
  isRaw: true,
};

/** The format of a field of the document. A pattern or a bound alone tells some of them apart. */
export function formatOf(name: string, { format, pattern, maxLength }: FieldSchema): Format | undefined {
  if (format === 'email') return email;
  if (pattern?.startsWith('^\\+')) return phoneNumber;
  if (name === 'timeZone') return timeZone;
  if (name === 'currency') return currency;
  if (name === 'country') return country;
  if (name === 'identifier' && pattern) return kebab;
  if (name === 'startTime') return clock('Must be HH:mm, from 00:00 to 23:59', '09:00');
  if (name === 'endTime') return clock('Must be HH:mm, from 00:00 to 24:00', '17:00');
  if (name === 'dateTimeFormat') return dateTimeFormat;
  if (name === 'url') return webhookUrl;
  if (name === 'id') return deliveryId;
  if (name === 'linkPrefix' && pattern) return linkPrefix;
  if (name === 'dateTime') return utcInstant;
  if (format === 'date-time') return storedInstant;
  if (maxLength === 10) return day;
  return maxLength === 40 && !pattern ? dayOrInstant : undefined;
}
