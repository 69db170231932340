import type { ServiceContext } from '#src/services/context.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ClosedDemos } from '../closed-demos.ts';
import type { Mailer } from './mailer.ts';

/** What invitations, sign-ups and new passwords need besides the database. */
export interface AccountContext extends ServiceContext {
  /** Where the pages are that links lead to. */
  readonly appUrl: string;
  /** Absent where no e-mail is sent: then links are handed over. */
  readonly mailer: Mailer | undefined;
  /** Where e-mail to addresses that anybody may name is sent, so that no response waits for it. */
  readonly background: BackgroundWork;
  /** Whether people may make workspaces themselves. */
  readonly signUp: boolean;
  readonly closedDemos: ClosedDemos;
}
