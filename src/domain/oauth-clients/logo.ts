export const maxLogoBytes = 2 * 1024 * 1024;
/** Of its width and its height; a larger one is scaled down to it. */
export const maxLogoSide = 512;

/** Below the web app's address, for everybody. */
export function logoPath(clientId: string): string {
  return `/oauth/logos/${clientId}`;
}
