import { passwordChangedMail } from '#src/domain/accounts/mails.ts';
import type { AccountContext } from './context.ts';

export type NoticeContext = Pick<AccountContext, 'db' | 'clock' | 'auditKeys' | 'mailer' | 'background' | 'appUrl'>;

/** Tells a person by e-mail that their password was changed, in the background. Without a mail server there is no such email. */
export function mailPasswordChange(
  { db, clock, mailer, background, appUrl }: NoticeContext,
  { userId, address }: { readonly userId: number; readonly address: string },
): void {
  if (!mailer) return;
  const changedAt = clock.now();
  background.run(async () => {
    const select = { email: true, timeZone: true } as const;
    const user = await db.prisma.user.findUnique({ where: { id: userId }, select });
    if (!user) return;
    const about = { changedAt, timeZone: user.timeZone, address, forgot: `${appUrl}/forgot-password` };
    await mailer.send(passwordChangedMail(user.email, about));
  });
}
