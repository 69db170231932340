import { createHash } from 'node:crypto';
import { logoOwner, readPicture, readPictureVersion, type StoredPicture } from '#src/db/reads/pictures.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { deletePicture, storePicture } from '#src/db/writes/pictures.ts';
import { DomainError, requireFound } from '#src/domain/errors.ts';
import { type Access, hasAccess, requireAccess } from '#src/domain/principal/access.ts';
import { picturePath } from '#src/domain/workspaces/brand.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import type { Picture } from './image/redraw.ts';

/** Whose picture it is: the logo of a workspace, or the picture of a member there. */
export type PictureOf = 'logo' | number;

/** A function that reads and renders the upload, or null to remove the picture. */
type Render = (() => Promise<Picture>) | null;

const ownerOf = (of: PictureOf) => (of === 'logo' ? logoOwner : of);

/** Stores the logo of the caller's workspace, or removes it. Returns its path. */
export function setLogo(context: CallerContext, render: Render): Promise<string | null> {
  return setPicture(context, { of: 'logo', access: { developerArea: true }, render });
}

/** Stores the caller's picture in their workspace, or removes it. Returns its path. */
export function setOwnPicture(context: CallerContext, render: Render): Promise<string | null> {
  return setPicture(context, { of: context.principal.userId, access: { person: true }, render });
}

interface Change {
  readonly of: PictureOf;
  readonly access: Access;
  readonly render: Render;
}

async function setPicture({ db, principal }: CallerContext, { of, access, render }: Change): Promise<string | null> {
  requireAccess(access, principal);
  const { workspaceId } = principal;
  const key = [workspaceId, ownerOf(of)] as const;
  if (!render) {
    await db.write((client) => deletePicture(client, key));
    return null;
  }
  const { type, content } = await render();
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  await db.write(async (client) => {
    // The caller may have left the workspace, or lost the role, while the picture was uploaded and rendered.
    const member = await lockMember(client, workspaceId, principal.userId);
    if (!member || !hasAccess(access, { ...principal, role: member.role })) throw new DomainError('FORBIDDEN');
    await storePicture(client, key, { type, content, version });
  });
  return picturePath(workspaceId, of, version);
}

/**
 * Reads a picture without a credential, for pages and mails. Only who has seen the address knows the version: numbers of
 * workspaces and members can be guessed.
 */
export async function getPicture(
  { db }: ServiceContext,
  { workspaceId, of, version }: { readonly workspaceId: number; readonly of: PictureOf; readonly version: string },
): Promise<StoredPicture> {
  const picture = await readPicture(db, [workspaceId, ownerOf(of)]);
  return requireFound(picture?.version === version ? picture : undefined);
}

/** The logo of a workspace as a data URL, for documents that load nothing; null if there is none. */
export async function logoDataUrl({ db }: Pick<ServiceContext, 'db'>, workspaceId: number): Promise<string | null> {
  const logo = await readPicture(db, [workspaceId, logoOwner]);
  return logo ? `data:${logo.type};base64,${logo.content.toString('base64')}` : null;
}

/** The path of a picture; null if there is none. */
export async function pathOfPicture(
  { db }: Pick<ServiceContext, 'db'>,
  workspaceId: number,
  of: PictureOf,
): Promise<string | null> {
  const version = await readPictureVersion(db, [workspaceId, ownerOf(of)]);
  return version === undefined ? null : picturePath(workspaceId, of, version);
}
