import { z } from 'zod';
import { password, personName, userEmail } from '#src/domain/accounts/user.ts';
import {
  boolean,
  coded,
  enumeration,
  id,
  integer,
  list,
  namesChange,
  text,
  timeZone,
  visible,
  visibleLine,
} from '#src/domain/input.ts';
import { plans } from '../principal/plans.ts';

export const workspaceName = () =>
  text(255)
    .trim()
    .refine(...visible)
    .refine(...visibleLine);

export const createWorkspaceInput = z.object({
  name: workspaceName(),
  ownerEmail: userEmail(),
  ownerPassword: password(),
  ownerFirstName: personName().optional(),
  ownerLastName: personName().optional(),
  plan: enumeration(plans).default('STARTUP'),
  timeZone: timeZone().default('UTC'),
});

/** The maximum cost of one GraphQL document. A workspace's cost limit per second cannot be lower. */
export const maxDocumentCost = 2_000;

export const setWorkspaceInput = z
  .object({
    workspaceId: id(),
    plan: enumeration(plans).optional(),
    rateLimitPoints: integer(1, 1_000_000).optional(),
    graphqlCost: integer(maxDocumentCost, 100_000_000).optional(),
  })
  .refine(({ workspaceId: _, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Nothing to change: specify a plan, rate limit points or a GraphQL cost',
    // A wrong id does not hide this error, but a wrong plan does.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] === 'workspaceId'),
  });

/** The settings that owners and admins change. */
export interface WorkspaceSettings {
  keepsUnbookedLeads: boolean;
  embedOrigins: string[];
}

/** An origin as browsers write it, because it goes unchanged into the security policy of pages. */
const embedOrigin = () =>
  text(255).refine(
    // The parser accepts hosts with characters that mean something in a policy: `*`, `;` and quotes.
    (value) =>
      URL.parse(value)?.origin === value && /^(?:https:\/\/[a-z\d.-]+|http:\/\/localhost)(?::\d+)?$/.test(value),
    coded(
      'invalid_format',
      'Must be an origin such as https://www.example.com: https, or http with the host localhost, without a path',
    ),
  );

export const updateWorkspaceInput = z
  .object({
    keepsUnbookedLeads: boolean()
      .optional()
      .describe(
        'True to store people who fill in the form of an event with the bookingFlow FORM_FIRST but leave before choosing a time.',
      ),
    embedOrigins: list(embedOrigin(), 50)
      .optional()
      .describe(
        'Replaces the origins of the sites that may embed the booking pages in a frame, at most 50, such as `https://www.example.com`, without a path.',
      ),
  })
  .refine(...namesChange());

export type UpdateWorkspaceInput = z.output<typeof updateWorkspaceInput>;
export type CreateWorkspaceInput = z.output<typeof createWorkspaceInput>;
export type SetWorkspaceInput = z.output<typeof setWorkspaceInput>;

/** The system field that every new workspace gets. Members can rename it and add options, but not delete it. */
export const contactStage = {
  name: 'Contact stage',
  identifier: 'contact-stage',
  type: 'CONTACT',
  inputType: 'SINGLE_SELECT',
  options: ['Lead', 'Qualified', 'Opportunity', 'Customer', 'Lost'],
} as const;
