import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { auditKeyPurpose } from '#src/services/audit/record-audit.ts';
import { testSecretKey } from './secret-key.ts';

/** Encrypts the keys of audit logs as the server of a test does. */
export const auditKeys = new SealedTexts(testSecretKey, auditKeyPurpose);
