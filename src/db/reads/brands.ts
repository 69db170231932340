import { type Brand, picturePath } from '#src/domain/workspaces/brand.ts';
import { logoOwner, pictureVersion } from './pictures.ts';

/** SQL for the brand of workspace `w`, which is $1, as one column. */
export const brandColumn = `json_build_object('workspaceName', w."name", 'country', w."country", 'language', w."language",
  'firstWeekday', w."firstWeekday", 'hourFormat', w."hourFormat", 'accentColor', w."accentColor", 'showsBranding', w."showsBranding",
  'logoVersion', ${pictureVersion(String(logoOwner))}) AS "brand"`;

/** The column as it is read. */
export interface BrandRow extends Omit<Brand, 'logo'> {
  readonly logoVersion: string | null;
}

export function brandOf(workspaceId: number, { logoVersion, ...brand }: BrandRow): Brand {
  return { ...brand, logo: logoVersion === null ? null : picturePath(workspaceId, 'logo', logoVersion) };
}
