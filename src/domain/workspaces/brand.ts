import type { WorkspaceSettings } from './workspace.ts';

/** The workspace settings that booking pages use. */
export interface Brand
  extends Pick<
    WorkspaceSettings,
    'country' | 'language' | 'firstWeekday' | 'hourFormat' | 'accentColor' | 'showsBranding'
  > {
  readonly workspaceName: string;
  /** The path of the logo; null if there is none. */
  readonly logo: string | null;
}

/** The settings of no workspace. */
export const noBrand: Brand = {
  workspaceName: '',
  country: null,
  language: null,
  firstWeekday: null,
  hourFormat: null,
  accentColor: null,
  showsBranding: true,
  logo: null,
};

/** The public path of a picture: the workspace's logo, or a member's picture. */
export function picturePath(workspaceId: number, of: 'logo' | number, version: string): string {
  return `/pictures/${workspaceId}/${of}/${version}`;
}
