/** The page where invitees book an event, by its link: `<username>/<event-name>`. */
export function bookingPath(linkPrefix: string): string {
  return `/e/${linkPrefix}`;
}

/** The picture that messengers and social networks show beside a link to the page. */
export function previewPath(linkPrefix: string): string {
  return `${bookingPath(linkPrefix)}/preview.png`;
}

/** The address of the page as a QR code. */
export function qrCodePath(linkPrefix: string): string {
  return `${bookingPath(linkPrefix)}/qr.svg`;
}
