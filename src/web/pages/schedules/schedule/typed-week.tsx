import { Button, Checkbox, Popover, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { Stretches } from '../stretches.tsx';
import { nextStretch, type Week, type Weekday, weekdays, weekdayTitle } from '../week.ts';

interface TypedWeekProps {
  readonly week: Week;
  /** Also of the field that is being typed into. */
  readonly showsAll: boolean;
  readonly onChange: (week: Week) => void;
}

/** The hours of each weekday, to type. */
export function TypedWeek({ week, showsAll, onChange }: TypedWeekProps) {
  return (
    <div>
      {weekdays.map((weekday) => {
        const stretches = week[weekday];
        const title = weekdayTitle(weekday);
        return (
          <fieldset key={weekday} className="typed-day">
            <legend className="for-screen-readers">{title}</legend>
            <Switch
              pt={5}
              label={title}
              checked={stretches.length > 0}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ ...week, [weekday]: checked ? [nextStretch([])] : [] })
              }
            />
            <Stretches
              of={title}
              stretches={stretches}
              showsAll={showsAll}
              onChange={(changed) => onChange({ ...week, [weekday]: changed })}
              beside={
                <CopyMenu
                  weekday={weekday}
                  onCopy={(days) =>
                    onChange({ ...week, ...Object.fromEntries(days.map((day) => [day, week[weekday]])) })
                  }
                />
              }
            />
          </fieldset>
        );
      })}
    </div>
  );
}

interface CopyMenuProps {
  readonly weekday: Weekday;
  readonly onCopy: (days: readonly Weekday[]) => void;
}

const workdays = weekdays.slice(0, 5);

/** Gives other days the hours of this one. */
function CopyMenu({ weekday, onCopy }: CopyMenuProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState(false);
  const others = weekdays.filter((day) => day !== weekday);
  const change = (isOpen: boolean) => {
    setOpened(isOpen);
    if (isOpen) setChosen(workdays.includes(weekday) ? workdays.filter((day) => day !== weekday) : []);
  };
  const copy = () => {
    setOpened(false);
    onCopy(others.filter((day) => chosen.includes(day)));
  };
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Copy to other days: the hours of ${weekdayTitle(weekday)}`}
          onClick={() => change(!opened)}
        >
          Copy to…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Copy the hours of ${weekdayTitle(weekday)}`}>
        <Checkbox.Group value={[...chosen]} onChange={setChosen}>
          <Stack gap="xs">
            {others.map((day) => (
              <Checkbox key={day} value={day} label={weekdayTitle(day)} size="xs" />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button mt="sm" size="xs" fullWidth disabled={chosen.length === 0} onClick={copy}>
          Copy
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
