import { HmacKey } from '#src/lib/secrets/crypto.ts';
import { eachKey, type SecretKeys } from '#src/lib/secrets/secret-keys.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { dayMs, hourMs } from '#src/lib/time/zone-offsets.ts';
import type { HoldReference } from './booking-hold.ts';

/** The call that an invitee may move and cancel. */
export interface BookingReference {
  readonly workspaceId: number;
  readonly previewId: string;
}

/** What a token says: ids, and the random name that masks them. */
interface SignedName {
  readonly numbers: readonly number[];
  readonly name: string;
}

/** Not a base36 digit: tokens of an earlier version have the unmasked workspace in base36. */
const masked = '-';

/**
 * Signs and reads the tokens of invitees' links: `-<workspace>.<previewId>.<signature>`. Those of held bookings are
 * `-<workspace and event>.<id>.<signature>`. Record ids are sequential, so they would reveal how many workspaces there are and
 * how many mails are sent. The random name next to the numbers masks them, so that two links do not reveal that they belong to
 * one workspace either.
 */
export class BookingTokens {
  readonly #texts: SignedTexts;
  readonly #previews: SignedTexts;
  readonly #workspaces: HmacKey;
  readonly #mails: HmacKey;
  /** Those of the earlier keys of the installation, whose links stay good. */
  readonly #earlier: readonly BookingTokens[];

  constructor(secretKeys: SecretKeys) {
    const [secretKey, ...earlier] = eachKey(secretKeys, (each) => each);
    const key = new HmacKey(secretKey);
    this.#texts = new SignedTexts(secretKey, 'booking links');
    this.#previews = new SignedTexts(secretKeys, 'previews of booking pages');
    this.#workspaces = key.derive('workspaces of booking links');
    this.#mails = key.derive('ids of mails');
    this.#earlier = earlier.map((each) => new BookingTokens(each));
  }

  sign({ workspaceId, previewId }: BookingReference): string {
    return this.#sign([workspaceId], previewId);
  }

  /** Undefined unless this server signed it for a call. */
  read(token: string): BookingReference | undefined {
    const { numbers, name: previewId } = this.#read(token) ?? {};
    if (!numbers || previewId === undefined) return undefined;
    const [workspaceId, other] = numbers;
    return workspaceId === undefined || other !== undefined ? undefined : { workspaceId, previewId };
  }

  signHold({ workspaceId, eventId, id }: HoldReference): string {
    return this.#sign([workspaceId, eventId], id);
  }

  /** Undefined unless this server signed it for a held booking. */
  readHold(token: string): HoldReference | undefined {
    const { numbers = [], name: id } = this.#read(token) ?? {};
    const [workspaceId, eventId] = numbers;
    return workspaceId === undefined || eventId === undefined || id === undefined
      ? undefined
      : { workspaceId, eventId, id };
  }

  /** Signs a preview of the event's booking page. It expires within two hours, and stays the same for an hour. */
  signPreview(linkPrefix: string, now: Date): string {
    const end = (Math.floor(now.getTime() / hourMs) + 2) * hourMs;
    return this.#previews.sign(`${linkPrefix}.${end}`).slice(linkPrefix.length + 1);
  }

  /** When the preview expires, in epoch milliseconds. Undefined unless this server signed it for the event with this link. */
  readPreview(linkPrefix: string, token: string): number | undefined {
    const signed = this.#previews.read(`${linkPrefix}.${token}`);
    return signed === undefined ? undefined : Number(signed.slice(linkPrefix.length + 1));
  }

  /** The id of a mail, which distinguishes the mails of one call. */
  mailId(notificationId: number): string {
    return this.#mails.sign(String(notificationId), 'base64url').slice(0, 12);
  }

  #sign(numbers: readonly number[], name: string): string {
    const bytes = Buffer.alloc(numbers.length * 4);
    for (const [index, number] of numbers.entries()) bytes.writeInt32BE(number, index * 4);
    return this.#texts.sign(`${masked}${this.#mask(bytes, name).toString('base64url')}.${name}`);
  }

  #read(token: string): SignedName | undefined {
    const [numbers, name] = this.#texts.read(token)?.split('.') ?? [];
    if (numbers === undefined || name === undefined) return this.#readByEarlier(token);
    if (!numbers.startsWith(masked)) return { numbers: [Number.parseInt(numbers, 36)], name };
    const bytes = this.#mask(Buffer.from(numbers.slice(masked.length), 'base64url'), name);
    return { numbers: Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(index * 4)), name };
  }

  #readByEarlier(token: string): SignedName | undefined {
    return this.#earlier
      .values()
      .map((tokens) => tokens.#read(token))
      .find((read) => read !== undefined);
  }

  #mask(bytes: Buffer, name: string): Buffer {
    const mask = Buffer.from(this.#workspaces.sign(name, 'base64url'), 'base64url');
    return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] as number)));
  }
}

/** How long after a call the invitee's link works: it may be in an e-mail that others read. */
const daysAfterCall = 30;

export function hasTokenEnded({ endTime }: { readonly endTime: string }, now: Date): boolean {
  return Date.parse(endTime) + daysAfterCall * dayMs <= now.getTime();
}
