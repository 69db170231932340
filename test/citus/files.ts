/** Tests of other folders that run on Citus too: what many requests do one after the other, or at once. */
export const alsoOnCitus: readonly string[] = [
  'test/cli/counters.test.ts',
  'test/cli/user-remove.test.ts',
  'test/graphql/invitations.test.ts',
  'test/graphql/sessions.test.ts',
  'test/graphql/switch-workspace.test.ts',
  'test/jobs/webhooks/delivery.test.ts',
  'test/oauth/connections.test.ts',
  'test/oauth/flow.test.ts',
  'test/rest/idempotency-key/keys.test.ts',
  'test/rest/revocation.test.ts',
  'test/services/remove-member.calls.test.ts',
  'test/services/set-workspace.test.ts',
];
