/** The key of a row of a workspace. */
export type RecordKey = readonly [workspaceId: number, id: number];

/** The key of a member, and of records that belong to a member. */
export type MemberKey = readonly [workspaceId: number, userId: number];
