import { Avatar } from '@mantine/core';

interface AppLogoProps {
  readonly name: string;
  /** As the server names it, or the address of a picture that is only here. */
  readonly logoUrl: string | null;
  /** When the logo may have changed. */
  readonly updatedAt?: string;
  readonly size?: number;
}

/** The logo of an app as the consent page shows it: without one, the first letter of its name. */
export function AppLogo({ name, logoUrl, updatedAt, size = 40 }: AppLogoProps) {
  return (
    <Avatar
      src={logoUrl === null ? null : pictureAddress(logoUrl, updatedAt)}
      alt=""
      size={size}
      radius="md"
      color="accent"
      variant="light"
      className="app-logo"
      aria-hidden
    >
      {String.fromCodePoint(name.trim().codePointAt(0) ?? 32).toUpperCase()}
    </Avatar>
  );
}

/** On this origin, because the page's policy allows pictures of no other; another address after each change. */
export function pictureAddress(logoUrl: string, updatedAt: string | undefined): string {
  if (logoUrl.startsWith('blob:')) return logoUrl;
  const { pathname } = new URL(logoUrl);
  return updatedAt === undefined ? pathname : `${pathname}?at=${encodeURIComponent(updatedAt)}`;
}
