import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { Provider } from 'urql';
import { client } from './client.ts';
import { Interruptions } from './interruptions.tsx';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** The whole application, as the browser shows it and as the server draws its first content. */
export function Application() {
  return (
    <StrictMode>
      <Provider value={client}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <RouterProvider router={router} />
          <Interruptions />
          <Notifications position="bottom-left" />
        </MantineProvider>
      </Provider>
    </StrictMode>
  );
}
