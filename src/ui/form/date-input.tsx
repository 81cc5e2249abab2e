import { CalendarDays } from "lucide-react";
import { type Ref, useId, useState } from "react";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";
import { floatingPart } from "../floating/floating-part";
import { Popover } from "../floating/popover";
import { useFieldControl } from "./field";
import { Input } from "./input";
import { shownDay, typedDay } from "./typed-day";

interface DateInputProps {
  /** As it is kept: "2026-11-22", or "2026-11-22T14:00"; empty for none. */
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  id?: string;
  "aria-label"?: string;
}

const Calendar = floatingPart((parts) => parts.CalendarBody);
/** The time of a day that was chosen before any was typed. */
const USUAL_TIME = "09:00";

/** A day: typed as dd/mm/yyyy or chosen in a calendar, both in British English whatever the browser's own language. */
export function DateInput(props: DateInputProps) {
  return <Picked isTimed={false} {...props} />;
}

/** A day and a time, both in the reader's own. */
export function DateTimeInput(props: DateInputProps) {
  return <Picked isTimed {...props} />;
}

function Picked({ isTimed, value, onChange, ...props }: DateInputProps & { isTimed: boolean }) {
  const field = useFieldControl();
  const problemId = useId();
  const [typed, setTyped] = useState(() => shownDay(value));
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const [isUnread, setUnread] = useState(false);
  if (value !== seen) {
    setSeen(value);
    // Changed from outside: by a button, a draft, or another field. What was sent may come back later, as by the address.
    if (value !== sent) {
      setSent(value);
      setTyped(shownDay(value));
      setUnread(false);
    }
  }
  const send = (next: string) => {
    setSent(next);
    if (next !== sent) onChange(next);
  };
  const type = (text: string) => {
    setTyped(text);
    const kept = typedDay(text, isTimed);
    if (kept !== null) setUnread(false);
    // What is half typed is no day yet; the text itself stays.
    send(kept ?? "");
  };
  const leave = () => {
    const kept = typedDay(typed, isTimed);
    setUnread(kept === null);
    if (kept !== null) setTyped(shownDay(kept));
  };
  const choose = (day: string) => {
    const next = isTimed ? `${day}T${sent.split("T")[1] ?? USUAL_TIME}` : day;
    setTyped(shownDay(next));
    setUnread(false);
    send(next);
  };
  return (
    <span className="flex flex-col gap-1">
      <span className={cn("relative flex items-center", isTimed ? "max-w-60" : "max-w-44")}>
        <Input
          {...props}
          value={typed}
          placeholder={isTimed ? "dd/mm/yyyy hh:mm" : "dd/mm/yyyy"}
          autoComplete="off"
          aria-invalid={isUnread || field["aria-invalid"]}
          aria-describedby={cn(field["aria-describedby"], isUnread && problemId) || undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          className="pr-9 tabular-nums pointer-coarse:pr-11"
        />
        <CalendarButton value={sent.split("T")[0] ?? ""} onChoose={choose} />
      </span>
      {isUnread ? (
        <span id={problemId} role="alert" className="text-sm text-danger">
          Enter a date as in {isTimed ? "27/03/2027 14:00" : "27/03/2027"}
        </span>
      ) : null}
    </span>
  );
}

function CalendarButton({ value, onChoose }: { value: string; onChoose: (day: string) => void }) {
  return (
    <Popover
      title="Choose a day"
      hideTitle
      align="end"
      className="w-auto p-2"
      trigger={
        <button
          type="button"
          aria-label="Choose in a calendar"
          className={cn(
            buttonClasses({ variant: "ghost", size: "iconSm" }),
            "absolute right-0.5 pointer-coarse:right-0",
          )}
        >
          <CalendarDays aria-hidden />
        </button>
      }
    >
      {(close) => (
        <Calendar
          value={value}
          onChoose={(day) => {
            onChoose(day);
            close();
          }}
        />
      )}
    </Popover>
  );
}
