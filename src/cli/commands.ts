import { clientApprove } from './client-approve.ts';
import { clientList } from './client-list.ts';
import { clientReject } from './client-reject.ts';
import type { Command } from './command.ts';
import { keyCreate } from './key-create.ts';
import { migrate } from './migrate.ts';
import { seed } from './seed.ts';
import { sessionCreate } from './session-create.ts';
import { userAdd } from './user-add.ts';
import { workspaceCreate } from './workspace-create.ts';
import { workspaceSet } from './workspace-set.ts';

/** All that the operator can do, in the order of the help. */
export const commands: readonly Command[] = [
  migrate,
  seed,
  workspaceCreate,
  workspaceSet,
  userAdd,
  keyCreate,
  sessionCreate,
  clientList,
  clientApprove,
  clientReject,
];
