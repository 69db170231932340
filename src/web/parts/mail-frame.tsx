import './mail-frame.css';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';

export const mailKindTitles = {
  INVITATION: 'After a booking',
  CHANGE: 'After a move',
  CANCELLATION: 'After a cancellation',
  REMINDER: 'As a reminder',
} as const;

interface MailFrameProps {
  readonly subject: string;
  readonly html: string;
}

/** An email in a frame of its own, where no script runs and which no part of this page reaches. */
export function MailFrame({ subject, html }: MailFrameProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return (
    <>
      <Text size="sm" mb="xs" className="breaks">
        Subject: <bdi>{subject}</bdi>
      </Text>
      {address && <iframe className="mail-preview" title="The email" src={address} sandbox="" />}
    </>
  );
}
