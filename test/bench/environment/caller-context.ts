import { cursorPurpose } from '../../../src/domain/cursor.ts';
import type { Principal } from '../../../src/domain/principal/policy.ts';
import { webhookSecretPurpose } from '../../../src/domain/webhooks/secret.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { resolveHost } from '../../../src/lib/network/public-address.ts';
import { SealedTexts } from '../../../src/lib/secrets/sealed-texts.ts';
import { SignedTexts } from '../../../src/lib/secrets/signed-texts.ts';
import { documentedExamples } from '../../../src/rest/openapi/document.ts';
import { CalendarGateway } from '../../../src/services/calendars/gateway.ts';
import type { CallerContext, ServiceContext } from '../../../src/services/context.ts';
import { SlotEngine } from '../../../src/services/slots/slot-engine.ts';
import { auditKeys } from './audit-keys.ts';

/** The context of a use case that an owner of the workspace calls, without a server. */
export function callerContext(
  context: ServiceContext,
  { workspaceId, userId }: { readonly workspaceId: number; readonly userId: number },
): CallerContext {
  return {
    ...context,
    sendsMail: false,
    calendars: new CalendarGateway({
      ...{
        secretKeys: 'a secret key of the bench',
        baseUrl: 'http://localhost:3000',
        maxAgeMinutes: 15,
        allowsLoopback: true,
      },
      ...{ google: undefined, microsoft: undefined },
    }),
    slots: new SlotEngine(console.error),
    principal: { workspaceId, userId, role: 'OWNER', timeZone: 'UTC' } as Principal,
    cursors: new SignedTexts('a secret key of the bench', cursorPurpose),
    webhookSecrets: new SealedTexts('a secret key of the bench', webhookSecretPurpose),
    auditKeys,
    webhookTargets: { allowsLoopback: true, resolve: resolveHost },
    eventExample: documentedExamples(schema),
  };
}
