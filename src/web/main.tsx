import './app/first-queries.ts';
import './app/styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import './app/trusted-types.ts';
import { client } from './app/client.ts';
import { Interruptions } from './app/interruptions.tsx';
import { router } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id "app"');

// The files of the page arrive while the session is read.
const [routes] = router.getMatchedRoutes(location.pathname);
for (const route of routes) void router.loadRouteChunk(route);

createRoot(container).render(
  <StrictMode>
    <Provider value={client}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <Interruptions />
        <Notifications position="bottom-right" />
      </MantineProvider>
    </Provider>
  </StrictMode>,
);
