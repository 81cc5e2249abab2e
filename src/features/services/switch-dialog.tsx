import { ConvexError } from "convex/values";
import { type RefObject, useRef, useState } from "react";
import { whyNotSwitch, type WantedSwitch } from "../../../convex/core/services/rules";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import { explain } from "../../components/refusal-words";
import { typedMoment, typedText } from "../../lib/readers-clock";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { DateTimeInput } from "../../ui/form/date-input";
import { Field } from "../../ui/form/field";
import { Input, Textarea } from "../../ui/form/input";
import { useNow } from "../../ui/text/use-now";
import { toast } from "../../ui/toast/toast";
import { type Service, useServiceCommands } from "./api";

type State = Service["state"];

const WORDS: Readonly<
  Record<State, { verb: string; busy: string; title: (label: string) => string; description: string }>
> = {
  on: {
    verb: "Switch on",
    busy: "Switching on",
    title: (label) => `Switch ${label} on?`,
    description: "Tasks that waited for it start with the next run of the monitor, within a minute.",
  },
  off: {
    verb: "Switch off",
    busy: "Switching off",
    title: (label) => `Switch ${label} off?`,
    description:
      "No task touches it until somebody switches it on. A task that has started is put back before it reaches the system.",
  },
  maintenance: {
    verb: "Begin maintenance",
    busy: "Beginning",
    title: (label) => `Maintenance of ${label}`,
    description: "Tasks wait and resume automatically when the maintenance ends.",
  },
  stopped: {
    verb: "Pull the kill switch",
    busy: "Pulling",
    title: (label) => `Stop everything in ${label}?`,
    description:
      "For emergencies. From now on no task touches it, not even one that has started. Every admin is notified.",
  },
};

/** Asks for a reason, an end or the typed name, and switches. */
export function SwitchDialog({
  service,
  state,
  onClose,
  place,
}: {
  service: Service;
  state: State;
  onClose: () => void;
  place: RefObject<HTMLElement | null>;
}) {
  const { label } = service;
  const words = WORDS[state];
  const form = useSwitchForm(service, state, onClose);
  const { reason, until, typed, set, no, isBusy, act, isDone } = form;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={words.title(label)}
      // The button that was pressed is not there any more in the new state.
      finalFocus={() => (isDone.current ? place.current : null)}
      description={words.description}
      footer={
        <>
          <Button
            variant={state === "stopped" ? "destructive" : "default"}
            busy={isBusy}
            busyLabel={words.busy}
            disabledReason={no}
            onClick={() => void act()}
          >
            {words.verb}
          </Button>
          <Button variant="outline" onClick={onClose} disabledReason={isBusy ? "It is being switched" : null}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {state === "maintenance" ? (
          <Field label="Until" help="In your own time. Leave it empty to end it manually.">
            <DateTimeInput value={until} onChange={(next) => set({ until: next })} />
          </Field>
        ) : null}
        <Field label="Reason" help="Everybody whose task is waiting sees it." required={state !== "on"}>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => set({ reason: event.target.value })} />
        </Field>
        {state === "stopped" ? (
          <Field label={`Type “${label}” to confirm`} required>
            <Input
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => set({ typed: event.target.value })}
            />
          </Field>
        ) : null}
      </div>
    </Dialog>
  );
}

function useSwitchForm({ name, label }: Service, state: State, onDone: () => void) {
  const now = useNow();
  const [fields, setFields] = useState(() => ({ reason: "", until: typedText(Date.now() + HOUR_MS), typed: "" }));
  const [isBusy, setBusy] = useState(false);
  const isDone = useRef(false);
  const { setState } = useServiceCommands();
  const wanted: WantedSwitch = {
    name,
    state,
    reason: fields.reason,
    ...(state === "maintenance" && fields.until !== "" ? { until: typedMoment(fields.until) } : {}),
    ...(state === "stopped" ? { confirmation: fields.typed } : {}),
  };
  const refusal = whyNotSwitch(wanted, now);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      await setState(wanted);
      isDone.current = true;
      onDone();
    } catch (error) {
      toast.error(`${label} could not be switched`, { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }

  return {
    ...fields,
    set: (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes })),
    no: refusal ? explain(new ConvexError({ ...refusal })) : null,
    isBusy,
    isDone,
    act,
  };
}
