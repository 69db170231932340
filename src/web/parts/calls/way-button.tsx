import { Button, type ButtonProps } from '@mantine/core';
import { type Place, wayTo } from './place.tsx';

interface WayButtonProps extends ButtonProps {
  readonly id?: string;
  readonly call: Place & { readonly inviteeName: string };
}

/** Joins the meeting, dials the number or opens the map; nothing for a call that has none of them. */
export function WayButton({ call, ...button }: WayButtonProps) {
  const way = wayTo(call);
  if (!way) return null;
  const isPage = way.href.startsWith('http');
  return (
    <Button
      component="a"
      href={way.href}
      target={isPage ? '_blank' : undefined}
      rel={isPage ? 'noreferrer' : undefined}
      aria-label={`${way.title}: ${call.inviteeName}`}
      {...button}
    >
      {way.title}
    </Button>
  );
}
