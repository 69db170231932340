import type { AuditContext } from '#src/services/audit/context.ts';
import type { ServiceContext } from '#src/services/context.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ClosedDemos } from '../closed-demos.ts';
import type { Mailer } from './mailer.ts';

/** What invitations, sign-ups and password changes need besides the database. */
export interface AccountContext extends ServiceContext, AuditContext {
  /** The base URL of the pages that links in e-mails open. */
  readonly appUrl: string;
  /** Absent if the server sends no e-mail: then members pass links on themselves. */
  readonly mailer: Mailer | undefined;
  /** Sends e-mail to addresses that anyone may enter, so that no response waits for it. */
  readonly background: BackgroundWork;
  /** True if people may create workspaces themselves. */
  readonly signUp: boolean;
  readonly closedDemos: ClosedDemos;
}
