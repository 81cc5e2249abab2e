import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { HOURS_TITLE, hoursProblems, WEEKDAYS } from "../../../../convex/core/supportHours/rules/hours";
import { dayText, intervalsOf, minutesOf, minutesText } from "../../../../convex/core/supportHours/rules/hoursText";
import { PRIORITIES } from "../../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { useStepUp } from "../../../components/form/step-up";
import { ZONES, zoneWords } from "../../../components/form/zones";
import { Reason } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { Input, Textarea } from "../../../ui/form/input";
import { shownDay, typedDay } from "../../../ui/form/typed-day";
import { type Hours, type HoursState, useSetSupportHours } from "../api";

const idOf = (field: string): string => `hours-${field}`;

/** What is typed, as text. */
interface Typed {
  readonly timeZone: string;
  readonly week: readonly string[];
  readonly holidays: string;
  readonly targets: Readonly<Record<string, { readonly first: string; readonly solved: string }>>;
}

/** Sets the support hours, beginning with what they are or were. */
export function HoursForm(props: { state: HoursState; start: Hours; onClose: () => void }) {
  const { start, onClose } = props;
  // What is typed is about the version that was open; a change meanwhile is refused, not overwritten.
  const [{ version: shownVersion, hours: now }] = useState(props.state);
  const [typed, setTyped] = useState(() => textsOf(start));
  const [reason, setReason] = useState("");
  const set = useSetSupportHours();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const read = hoursOf(typed);
  const change = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const form = useDialogForm({
    check: () => ("problems" in read ? read.problems : hoursProblems(read.hours)),
    send: async () => {
      if ("hours" in read) await withStepUp(() => set({ hours: read.hours, shownVersion, reason: reason.trim() }));
    },
    saved: "The support hours are set",
    onClose,
  });
  const isSame = "hours" in read && JSON.stringify(read.hours) === JSON.stringify(now);
  const missing = isSame ? "Nothing is changed yet" : reason.trim() === "" ? "Give a reason" : null;
  return (
    <FormDialog
      title={HOURS_TITLE}
      verb="Set"
      size="lg"
      form={form}
      idOf={idOf}
      disabledReason={missing}
      onClose={onClose}
    >
      <Field id={idOf("timeZone")} label="Time zone" error={form.problems["timeZone"]} required>
        <Combobox
          items={ZONES}
          value={{ value: typed.timeZone, label: zoneWords(typed.timeZone) }}
          onValueChange={(zone) => (zone ? change({ timeZone: zone.value }) : undefined)}
          emptyText="There is no such time zone"
        />
      </Field>
      <Days typed={typed} error={form.problems["week"]} onChange={(week) => change({ week })} />
      <Field
        id={idOf("holidays")}
        label="Holidays"
        help="One day a line, such as 25/12/2026. Nobody works on them."
        error={form.problems["holidays"]}
      >
        <Textarea rows={3} value={typed.holidays} onChange={(event) => change({ holidays: event.target.value })} />
      </Field>
      <Targets typed={typed} error={form.problems["targets"]} onChange={(targets) => change({ targets })} />
      <Reason value={reason} onChange={setReason} help="It stays with this version." />
      {stepUpDialog}
    </FormDialog>
  );
}

function Days(props: { typed: Typed; error: string | undefined; onChange: (week: readonly string[]) => void }) {
  const { typed, error, onChange } = props;
  return (
    <Group
      id="week"
      legend="Working hours"
      help='Such as "09:00-12:00, 13:00-17:30". An empty day is free.'
      error={error}
    >
      {WEEKDAYS.map((name, place) => (
        <label key={name} className="grid grid-cols-[6rem_1fr] items-center gap-2 text-sm">
          {name}
          <Input
            id={place === 0 ? idOf("week") : undefined}
            autoComplete="off"
            placeholder="Free"
            className="tabular-nums"
            value={typed.week[place] ?? ""}
            onChange={(event) => onChange(typed.week.with(place, event.target.value))}
          />
        </label>
      ))}
    </Group>
  );
}

const COLUMNS = [
  ["first", "First answer"],
  ["solved", "Solved"],
] as const;

function Targets(props: { typed: Typed; error: string | undefined; onChange: (targets: Typed["targets"]) => void }) {
  const { typed, error, onChange } = props;
  return (
    <Group id="targets" legend="Targets" help="In hours of working time since a ticket was written." error={error}>
      <div aria-hidden className="grid grid-cols-[6rem_1fr_1fr] gap-2 text-sm text-muted">
        <span />
        {COLUMNS.map(([key, label]) => (
          <span key={key}>{label}</span>
        ))}
      </div>
      {PRIORITIES.toReversed().map((priority, place) => {
        const target = typed.targets[priority] ?? { first: "", solved: "" };
        return (
          <div key={priority} className="grid grid-cols-[6rem_1fr_1fr] items-center gap-2 text-sm">
            <span>{priority}</span>
            {COLUMNS.map(([key, label]) => (
              <Input
                key={key}
                id={place === 0 && key === "first" ? idOf("targets") : undefined}
                aria-label={`${priority}: ${label.toLowerCase()}, in hours`}
                inputMode="decimal"
                autoComplete="off"
                className="tabular-nums"
                value={target[key]}
                onChange={(event) =>
                  onChange({ ...typed.targets, [priority]: { ...target, [key]: event.target.value } })
                }
              />
            ))}
          </div>
        );
      })}
    </Group>
  );
}

function Group(props: { id: string; legend: string; help: string; error: string | undefined; children: ReactNode }) {
  const { legend, help, error, children } = props;
  const helpId = `${idOf(props.id)}-help`;
  return (
    <fieldset aria-describedby={helpId} className="flex flex-col gap-2">
      <legend className="text-sm font-medium text-ink">{legend}</legend>
      <p id={helpId} className="text-sm text-muted">
        {help}
      </p>
      {children}
      {error ? (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      ) : null}
    </fieldset>
  );
}

function textsOf({ timeZone, week, holidays, targets }: Hours): Typed {
  return {
    timeZone,
    week: week.map(dayText),
    holidays: holidays.map(shownDay).join("\n"),
    targets: Object.fromEntries(
      Object.entries(targets).map(([priority, { first, solved }]) => [
        priority,
        { first: minutesText(first), solved: minutesText(solved) },
      ]),
    ),
  };
}

/** The hours that were typed, or what cannot be read, by field. */
function hoursOf(typed: Typed): { readonly hours: Hours } | { readonly problems: Record<string, string> } {
  const week = typed.week.map(intervalsOf);
  const unread = week.indexOf(null);
  const lines = typed.holidays.split("\n").filter((line) => line.trim() !== "");
  const holidays = lines.map((line) => typedDay(line, false));
  const wrongDay = lines[holidays.indexOf(null)];
  const targets = PRIORITIES.map((priority) => {
    const [first, solved] = [typed.targets[priority]?.first, typed.targets[priority]?.solved].map((text) =>
      minutesOf(text ?? ""),
    );
    return { priority, first, solved };
  });
  const wrongTarget = targets.find(({ first, solved }) => first === null || solved === null);
  const problems = {
    ...(unread >= 0 && { week: `${WEEKDAYS[unread]}: write times such as 09:00-17:30` }),
    ...(wrongDay !== undefined && { holidays: `"${wrongDay.trim()}" is not a day such as 25/12/2026` }),
    ...(wrongTarget && { targets: `${wrongTarget.priority}: write hours such as 0.5 or 8` }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    hours: {
      timeZone: typed.timeZone,
      week: week.map((day) => day ?? []),
      holidays: holidays.map((day) => day ?? "").toSorted(),
      targets: Object.fromEntries(
        targets.map(({ priority, first, solved }) => [priority, { first: first ?? 0, solved: solved ?? 0 }]),
      ) as Hours["targets"],
    },
  };
}
