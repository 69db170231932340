import { AppShell, Burger, Group, NavLink, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import icon from '#src/site/look/assets/icon.svg';
import { AccountMenu } from './account-menu.tsx';
import { CalendarBanner } from './calendar-banner.tsx';
import { CommandPalette } from './command-palette.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { type PageLink, sections, workPagesOf } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { PasswordLinkBanner } from './password-link-banner.tsx';
import { useSession } from './session.ts';

const siteLinks = [
  { title: 'Docs', href: '/docs' },
  { title: 'Reference', href: '/docs/reference' },
  { title: 'GraphiQL', href: '/graphql' },
] as const;

/** Pages that have others below them which have links of their own. */
const exactPaths = new Set(['/', '/settings/developer']);

const narrowBarHeight = 58;

/** What all pages of the application have around them: the bar that the documentation has too, and the list of pages. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const session = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list closes when the page changes.
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      footer={{ height: { base: narrowBarHeight, sm: 0 } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="md" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="All pages" />
          <Link className="brand" to="/">
            <img src={icon} alt="" width="28" height="28" />
            Slotline
          </Link>
          <CommandPalette />
          <nav aria-label="Site" className="site-links">
            {siteLinks.map(({ title, href }) => (
              <a key={href} href={href}>
                {title}
              </a>
            ))}
          </nav>
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label="Pages">
        <ScrollArea>
          {sections(session).map(({ title, pages }) => (
            <section key={title} className="nav-section">
              <h2 className={title === 'Work' ? 'for-screen-readers' : undefined}>{title}</h2>
              {pages.map((page) => (
                <PageNavLink key={page.to} page={page} pathname={pathname} />
              ))}
            </section>
          ))}
          <section className="nav-section narrow-only">
            <h2>For developers</h2>
            {siteLinks.map(({ title, href }) => (
              <NavLink key={href} href={href} label={title} />
            ))}
          </section>
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="page">
          <OfflineBanner />
          <PasswordLinkBanner />
          <CalendarBanner />
          <Outlet />
        </div>
      </AppShell.Main>
      <NarrowBar pathname={pathname} />
      <KeysDialog />
    </AppShell>
  );
}

interface PageNavLinkProps {
  readonly page: PageLink;
  readonly pathname: string;
}

function PageNavLink({ page: { to, title, icon: Icon, below }, pathname }: PageNavLinkProps) {
  const isWithin = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <>
      <NavLink
        component={Link}
        to={to}
        activeOptions={{ exact: exactPaths.has(to) }}
        label={title}
        leftSection={<Icon />}
        active={isAt(pathname, to)}
      />
      {below && isWithin && (
        <div className="nav-below">
          {below.map((page) => (
            <PageNavLink key={page.to} page={page} pathname={pathname} />
          ))}
        </div>
      )}
    </>
  );
}

/** Whether the page is this one, or one below it that has no link of its own. */
function isAt(pathname: string, to: PageLink['to']): boolean {
  return pathname === to || (!exactPaths.has(to) && pathname.startsWith(`${to}/`));
}

/** How many links are as wide as a thumb. */
const maxInNarrowBar = 6;

/** The first pages of the work, in reach of a thumb. The others are in the list of all pages. */
function NarrowBar({ pathname }: { readonly pathname: string }) {
  const session = useSession();
  return (
    <AppShell.Footer hiddenFrom="sm" component="nav" aria-label="Work" className="narrow-bar">
      {workPagesOf(session)
        .slice(0, maxInNarrowBar)
        .map(({ to, title, icon: Icon }) => (
          <Link key={to} to={to} aria-current={isAt(pathname, to) ? 'page' : undefined}>
            <Icon size={22} />
            {title}
          </Link>
        ))}
    </AppShell.Footer>
  );
}
