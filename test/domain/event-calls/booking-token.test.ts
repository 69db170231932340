import { describe, expect, test } from 'vitest';
import { confirmationPath, holdMs, newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import { BookingTokens, hasTokenEnded } from '#src/domain/event-calls/booking-token.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';

const dayMs = 86_400_000;

describe('the token of a booking', () => {
  const secretKey = 'a secret key of this installation';
  const tokens = new BookingTokens(secretKey);
  const call = { workspaceId: 12, previewId: 'call_abc' };
  const hold = { workspaceId: 12, eventId: 2 ** 31 - 1, id: newHoldId() };

  test('names what it was signed for, and nothing else', () => {
    expect(tokens.read(tokens.sign(call))).toEqual(call);
    expect(tokens.readHold(tokens.signHold(hold))).toEqual(hold);
    expect(tokens.readHold(tokens.sign(call))).toBeUndefined();
    expect(tokens.read(tokens.signHold(hold))).toBeUndefined();
  });

  test('of an earlier key is read, and none is signed with it', () => {
    const later = new BookingTokens(['the later key of this installation', secretKey]);
    expect(later.read(tokens.sign(call))).toEqual(call);
    expect(later.readHold(tokens.signHold(hold))).toEqual(hold);
    expect(later.readPreview('intro', tokens.signPreview('intro', new Date(0)))).toBe(2 * 3_600_000);
    expect(later.read(later.sign(call))).toEqual(call);
    expect(tokens.read(later.sign(call))).toBeUndefined();
    expect(later.read('x.y.z')).toBeUndefined();
  });

  test('is read by no other installation, and not where a character of it differs', () => {
    const token = tokens.sign(call);
    expect(new BookingTokens('another key').read(token)).toBeUndefined();
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'x' ? 'y' : 'x';
      expect(tokens.read(`${token.slice(0, index)}${other}${token.slice(index + 1)}`)).toBeUndefined();
    }
    for (const text of ['', '.', '..', 'x', token.slice(0, -1), `${token}x`]) {
      expect(tokens.read(text), text).toBeUndefined();
      expect(tokens.readHold(text), text).toBeUndefined();
    }
  });

  test('stays the same from one release to the next, since it is in mails that people keep', () => {
    const [ofCall, ofHold] = [
      '-FhwlZA.call_abc.ydrK47jH1hqqBnZRhsn7muPK9kq4tQiD9yvFx3AXWZ4',
      '-GmLeLXnxAWM.hold_abc.qim1mvkOpVbpbhApHCESVdUovzB4kYLE5fTMujJRzMU',
    ];
    expect([tokens.sign(call), tokens.signHold({ ...hold, id: 'hold_abc' })]).toEqual([ofCall, ofHold]);
    expect([tokens.read(ofCall), tokens.readHold(ofHold)]).toEqual([call, { ...hold, id: 'hold_abc' }]);
    expect(tokens.mailId(1)).toBe('Vb-Pv8_6Rz7i');
  });

  test('of an earlier version has the workspace unmasked, in base36', () => {
    const signed = (text: string) => new SignedTexts(secretKey, 'booking links').sign(text);
    expect(tokens.read(signed('z.call_abc'))).toEqual({ workspaceId: 35, previewId: 'call_abc' });
    expect(tokens.readHold(signed('z.hold_abc'))).toBeUndefined();
    expect(tokens.read(new SignedTexts(secretKey, 'other links').sign('z.call_abc'))).toBeUndefined();
    for (const text of ['', 'z', '-', '-.call_abc']) {
      expect([tokens.read(signed(text)), tokens.readHold(signed(text))], text).toEqual([undefined, undefined]);
    }
  });

  test('shows no number, and not that two are of one workspace', () => {
    const numbers = ['call_abc', 'call_abd'].map((previewId) => tokens.sign({ ...call, previewId }).split('.')[0]);
    expect(numbers[0]).toMatch(/^-[\w-]{6}$/);
    expect(numbers[0]).not.toBe(numbers[1]);
    expect(tokens.signHold(hold).split('.')[0]).toMatch(/^-[\w-]{11}$/);
    expect(tokens.mailId(1)).toMatch(/^[\w-]{12}$/);
    expect(new Set([1, 2, 12].map((id) => tokens.mailId(id))).size).toBe(3);
  });

  test('ends thirty days after the call', () => {
    const endTime = '2027-02-01T10:00:00.000Z';
    const end = Date.parse(endTime) + 30 * dayMs;
    expect(hasTokenEnded({ endTime }, new Date(end - 1))).toBe(false);
    expect(hasTokenEnded({ endTime }, new Date(end))).toBe(true);
  });

  test('of a held booking names it by chance, and is the path of its page', () => {
    expect(newHoldId()).toMatch(/^hold_[0-9A-Za-z]{22}$/);
    expect(newHoldId()).not.toBe(newHoldId());
    expect(confirmationPath('x.y')).toBe('/b/confirm/x.y');
    expect(holdMs).toBe(900_000);
  });
});
