import { AppShell, Burger, Group, NavLink, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import icon from '#src/site/look/assets/icon.svg';
import { AccountMenu } from './account-menu.tsx';
import { CommandPalette } from './command-palette.tsx';
import { sections } from './navigation.ts';
import { useSession } from './session.ts';

const siteLinks = [
  { title: 'Docs', href: '/docs' },
  { title: 'Reference', href: '/docs/reference' },
  { title: 'GraphiQL', href: '/graphql' },
] as const;

const overviewPath = '/settings/developer';

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
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="md" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Pages of the settings" />
          <a className="brand" href="/">
            <img src={icon} alt="" width="28" height="28" />
            Slotline
          </a>
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
      <AppShell.Navbar p="md" aria-label="Settings">
        <ScrollArea>
          {sections(session).map(({ title, pages }) => (
            <section key={title} className="nav-section">
              <h2>{title}</h2>
              {pages.map(({ to, title: name, icon: Icon }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  activeOptions={{ exact: to === overviewPath }}
                  label={name}
                  leftSection={<Icon />}
                  active={pathname === to || (to !== overviewPath && pathname.startsWith(`${to}/`))}
                />
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
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
