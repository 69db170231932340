import { isServerReachable, serverReached, setServerLost } from './connection.ts';

/**
 * Loads a part of the application. While the network is away it waits, so that the page that is shown stays, and goes on when the
 * network is back. A file that the server does not have any more is an error: another version was installed meanwhile.
 */
export async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (import.meta.env.SSR || (await isServerReachable())) throw error;
      setServerLost(true);
      await serverReached();
      setServerLost(false);
    }
  }
}
