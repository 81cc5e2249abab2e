import { BellRing, Clock, TrendingUp, UserX, X } from "lucide-react";
import type { TaskExecutor } from "../../../../convex/core/tasks/rules";
import { dayWords } from "../../../../convex/lib/pure/time";
import { TaskStatusBadge } from "../../../components/status/task-status-badge";
import { cn } from "../../../ui/cn";
import { Alert } from "../../../ui/page/alert";
import { Avatar } from "../../../ui/text/avatar";
import { Badge, type BadgeVariant } from "../../../ui/text/badge";
import type { SimulatedStep, SimulatedTask } from "../api";
import { ExecutorBadge } from "../executor-badge";
import { hoursWords } from "../template-words";
import { eventsAt, stepStateAt, type ClockEvent } from "./time-travel";

/** Every task of a simulated request with the people it asks, at a time of its own. */
export function SimulatedTasks({ tasks, hours }: { tasks: readonly SimulatedTask[]; hours: number }) {
  return (
    <ol aria-label="Tasks" className="flex flex-col">
      {tasks.map((task) => (
        <li
          key={task.key}
          className={cn("flex gap-3 border-b border-line px-4 py-3 last:border-b-0", task.skipped && "bg-sunken")}
        >
          <span className="w-6 shrink-0 pt-px text-center text-sm text-muted tabular-nums">
            <span className="sr-only">Order </span>
            {task.order}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
              <span className={cn("font-medium", task.skipped ? "text-muted" : "text-ink")}>{task.title}</span>
              <ExecutorBadge executor={task.executor as TaskExecutor | null} />
              {task.skipped ? <TaskStatusBadge status="Complete" outcome="skipped" /> : null}
              {task.startsAfter ? (
                <span className="text-sm text-muted">when {dayWords(task.startsAfter)} is over</span>
              ) : null}
              {task.delayDays ? (
                <span className="text-sm text-muted">after {hoursWords(task.delayDays * 24)}</span>
              ) : null}
            </h3>
            <TaskBody task={task} hours={hours} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function TaskBody({
  task: { skipped, autoApprovedBy, workers, steps },
  hours,
}: {
  task: SimulatedTask;
  hours: number;
}) {
  if (skipped) {
    return (
      <p className="text-sm text-ink-soft wrap-anywhere">
        {skipped.because}.{" "}
        <span className="text-muted">
          Here: {skipped.values.map(({ label, value }) => `${label} is ${value}`).join(", ") || "nothing of it"}.
        </span>
      </p>
    );
  }
  return (
    <>
      {autoApprovedBy ? (
        <Alert meaning="info" title="Approved by a policy">
          {autoApprovedBy} approves this without a person.
        </Alert>
      ) : null}
      {workers.length > 0 ? (
        <p className="text-sm text-ink-soft wrap-anywhere">Offered to {workers.join(", ")}.</p>
      ) : null}
      {steps.map((step, index) => (
        // Steps have no names of their own; their place is what they are known by.
        <Step key={index} step={step} hours={hours} />
      ))}
    </>
  );
}

const stepStates = {
  open: { variant: "secondary", label: "Open", Icon: Clock },
  reminded: { variant: "secondary", label: "Reminded", Icon: BellRing },
  escalated: { variant: "warning", label: "Escalated", Icon: TrendingUp },
  expired: { variant: "destructive", label: "Expired: denied", Icon: X },
} as const satisfies Record<string, { variant: BadgeVariant; label: string; Icon: typeof Clock }>;

function Step({ step, hours }: { step: SimulatedStep; hours: number }) {
  const { title, rule, quorum, seats, required, exclusions, problem, escalation } = step;
  const state = stepStateAt(step, hours);
  const { variant, label, Icon } = stepStates[state];
  const isEscalated = escalation !== null && state === "escalated";
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-base font-medium text-ink">{title}</h4>
        <Badge variant={variant} icon={<Icon aria-hidden />}>
          {label}
        </Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        Asks {rule}: {quorum}, so {required === 1 ? "1 person has" : `${required} people have`} to approve.
      </p>
      {problem ? (
        <Alert meaning="danger" title={problem.message}>
          {problem.fix}
        </Alert>
      ) : null}
      <Seats label="Approvers" seats={seats} />
      {isEscalated ? (
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">Escalated to {escalation.rule}. Earlier approvers can still decide.</p>
          {escalation.seats.length === 0 ? (
            <p className="text-sm text-ink-soft">No approvers are added.</p>
          ) : (
            <Seats label="Approvers by escalation" seats={escalation.seats} />
          )}
        </div>
      ) : null}
      <Exclusions exclusions={isEscalated ? unique([...exclusions, ...escalation.exclusions]) : exclusions} />
      <Events events={eventsAt(step, hours)} />
    </section>
  );
}

const SOURCES: Readonly<Record<SimulatedStep["seats"][number]["source"], string>> = {
  rule: "by the rule",
  fallback: "by the fallback",
  delegation: "by delegation",
  escalation: "by escalation",
  manual: "chosen manually",
  outOfOffice: "covers for somebody out of office",
  selfReview: "reviews themselves",
  reResolved: "in place of somebody who left",
};

function Seats({ label, seats }: { label: string; seats: SimulatedStep["seats"] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1.5">
      {seats.map(({ id, name, source, insteadOf }) => (
        <li key={id} className="flex items-center gap-2 text-sm">
          <Avatar name={name} />
          <span className="text-ink">{name}</span>
          <span className="text-muted">{insteadOf ? `stands in for ${insteadOf}` : SOURCES[source]}</span>
        </li>
      ))}
    </ul>
  );
}

function Exclusions({ exclusions }: { exclusions: SimulatedStep["exclusions"] }) {
  if (exclusions.length === 0) return null;
  return (
    <ul aria-label="Must not decide" className="flex flex-col gap-1">
      {exclusions.map(({ name, reason }) => (
        <li key={name} className="flex items-start gap-2 text-sm text-ink-soft">
          <UserX aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>
            <span className="text-ink">{name}</span> must not decide. {reason}.
          </span>
        </li>
      ))}
    </ul>
  );
}

function unique(exclusions: SimulatedStep["exclusions"]): SimulatedStep["exclusions"] {
  return exclusions.filter(({ name }, index) => exclusions.findIndex((one) => one.name === name) === index);
}

const EVENT_WORDS = { remind: "reminder", escalate: "escalation", expire: "expiry, which counts as denied" } as const;

function Events({ events }: { events: readonly ClockEvent[] }) {
  return (
    <ol aria-label="What the clock does" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {events.map(({ kind, afterHours, isPast }) => (
        <li key={kind} className={isPast ? "text-ink" : "text-muted"}>
          {isPast ? "✓ " : ""}After {hoursWords(afterHours)}: {EVENT_WORDS[kind]}
          {isPast ? <span className="sr-only"> (over)</span> : null}
        </li>
      ))}
    </ol>
  );
}
