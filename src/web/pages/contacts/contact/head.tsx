import { Anchor, Group } from '@mantine/core';
import { mailtoLink } from '#src/lib/network/email-address.ts';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import type { ContactQuery, ContactRecordFragment } from '../../../gql/contact.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import { timeText } from '../../../kit/days.ts';
import { Fact } from '../../../kit/layout.tsx';
import { useNow } from '../../../kit/now.ts';
import type { MemberChoice } from '../../../parts/answers/fields.ts';
import { moneyText } from '../../../parts/money.ts';
import { MemberMenu } from './member-menu.tsx';

interface HeadProps {
  readonly contact: ContactRecordFragment;
  readonly value: ContactQuery['contactValue'];
  readonly members: readonly MemberChoice[];
}

/** How the contact is reached now, whose it is, and what it is worth. */
export function ContactHead({ contact, value, members }: HeadProps) {
  const { email, phoneNumber, timeZone } = contact;
  return (
    <section aria-label="Contact">
      <dl>
        <Fact name="Email">{email && <Reach href={mailtoLink(email)} text={email} label="Copy the email" />}</Fact>
        <Fact name="Phone">
          {phoneNumber && <Reach href={`tel:${phoneNumber}`} text={phoneNumber} label="Copy the phone number" />}
        </Fact>
        <Fact name="Local time">{timeZone && <LocalTime timeZone={timeZone} />}</Fact>
        <Fact name="Owner">
          <MemberMenu kind="owner" contact={contact} members={members} />
        </Fact>
        <Fact name="Setter">
          <MemberMenu kind="setter" contact={contact} members={members} />
        </Fact>
        <Fact name="Won">{amountsText(value?.won)}</Fact>
        <Fact name="Paid">{amountsText(value?.paid)}</Fact>
      </dl>
    </section>
  );
}

interface ReachProps {
  readonly href: string;
  readonly text: string;
  readonly label: string;
}

function Reach({ href, text, label }: ReachProps) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Anchor href={href} inherit className="breaks">
        {text}
      </Anchor>
      <CopyIconButton value={text} label={label} />
    </Group>
  );
}

/** What their clock shows now. */
function LocalTime({ timeZone }: { readonly timeZone: string }) {
  const at = useNow();
  return (
    <>
      <span className="number">{timeText(at, timeZone)}</span>
      <span className="soft"> {readableZoneName(timeZone)}</span>
    </>
  );
}

/** Amounts of different currencies stand beside each other. */
function amountsText(amounts: readonly { readonly value: string; readonly currency: string }[] | null | undefined) {
  return (amounts ?? []).map(({ value, currency }) => moneyText(value, currency)).join(' · ');
}
