import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The way to the first call: the list of events has the links that people book by. */
export function ShareEvents() {
  return (
    <Button variant="default" mt="xs" component={Link} to="/events">
      Share an event
    </Button>
  );
}
