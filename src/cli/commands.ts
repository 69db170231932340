import { auditVerify } from './audit.ts';
import { backup, restore } from './backup.ts';
import { clientApprove, clientList, clientReject } from './clients.ts';
import type { Command } from './command.ts';
import { adoptDraft, distribute, migrate, seed } from './database.ts';
import { demoRemove } from './demo.ts';
import { doctor } from './doctor.ts';
import { keyCreate, keyList, keyRevoke } from './keys.ts';
import { sessionCreate, userAdd, userList, userRemove, userSetPassword, userSetRole } from './members.ts';
import { rollupsCheck, rollupsRebuild } from './rollups.ts';
import { secretsRotate } from './secrets.ts';
import { timeZonesWrite } from './time-zones.ts';
import { webhookSend } from './webhooks.ts';
import { worker } from './worker.ts';
import { workspaceCreate, workspaceList, workspaceSet } from './workspaces.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  migrate,
  adoptDraft,
  distribute,
  seed,
  demoRemove,
  workspaceCreate,
  workspaceSet,
  workspaceList,
  userAdd,
  userList,
  userSetRole,
  userSetPassword,
  userRemove,
  keyCreate,
  keyList,
  keyRevoke,
  sessionCreate,
  clientList,
  clientApprove,
  clientReject,
  webhookSend,
  rollupsCheck,
  rollupsRebuild,
  secretsRotate,
  auditVerify,
  doctor,
  timeZonesWrite,
  worker,
  backup,
  restore,
];
