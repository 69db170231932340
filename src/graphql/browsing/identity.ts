import { caller, type GraphQLContext } from '../context.ts';

/** How plugin-prisma finds the row of a record that came without one: always within the caller's workspace. */
export const byId = ({ id }: { id: number }, context: GraphQLContext) => ({
  workspaceId_id: { workspaceId: caller(context).principal.workspaceId, id },
});
