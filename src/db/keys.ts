/** The key of a row of a workspace. */
export type RecordKey = readonly [workspaceId: number, id: number];

/** The key of a member, and of what belongs to one. */
export type MemberKey = readonly [workspaceId: number, userId: number];
