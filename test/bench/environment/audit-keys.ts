import { SealedTexts } from '../../../src/lib/secrets/sealed-texts.ts';
import { auditKeyPurpose } from '../../../src/services/audit/record-audit.ts';

/** Encrypts the keys that sign the audit logs of the bench. */
export const auditKeys = new SealedTexts('a secret key of the bench', auditKeyPurpose);
