import { z } from 'zod';
import { limit, notEmpty, page, text } from '#src/domain/input.ts';

export const connectionListInput = z.object({
  page: page().describe('Zero-based page.'),
  limit: limit().describe('Connections on a page.'),
});

export const revokeConnectionInput = z.object({
  id: text(64).check(notEmpty()).describe('Connection id: `con_…`.'),
});

export const revokeAllConnectionsInput = z.object({
  clientId: text(64).check(notEmpty()).describe('Client id of the app: `ocl_…`.'),
});

export type ConnectionListInput = z.output<typeof connectionListInput>;
export type RevokeConnectionInput = z.output<typeof revokeConnectionInput>;
export type RevokeAllConnectionsInput = z.output<typeof revokeAllConnectionsInput>;
