import { clientApprove, clientList, clientReject } from './clients.ts';
import type { Command } from './command.ts';
import { countersCheck, countersRebuild } from './counters.ts';
import { migrate, seed } from './database.ts';
import { keyCreate, sessionCreate, userAdd } from './members.ts';
import { workspaceCreate, workspaceSet } from './workspaces.ts';

/** All commands, in the order of the help. */
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
  countersCheck,
  countersRebuild,
];
