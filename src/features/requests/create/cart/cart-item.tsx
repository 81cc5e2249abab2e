import { Link } from "@tanstack/react-router";
import { Pencil, UserCheck } from "lucide-react";
import { PAGES } from "../../../../../convex/site/pages";
import { TypeTitle } from "../../../../components/kinds/type-icon";
import { Target } from "../../../../components/target";
import { Button } from "../../../../ui/button";
import { buttonClasses } from "../../../../ui/button-classes";
import { Checkbox } from "../../../../ui/form/checkbox";
import { Alert } from "../../../../ui/page/alert";
import { Card } from "../../../../ui/page/card";
import { Disclosure } from "../../../../ui/page/disclosure";
import type { ShownCartItem } from "../api";
import { AlreadyThere, StepProblem } from "../form/preview-panel";
import { decidersText, expectedTime } from "../form/preview-words";
import { answerProblems, isRepeated, itemHeadingId, itemTitle, mainLines } from "./cart-summary";

interface CartItemProps {
  item: ShownCartItem;
  /** Why the last attempt to send did not take it, or null. */
  refused: string | null;
  acceptsDuplicate: boolean;
  onAccept: (accepts: boolean) => void;
  onReason: (takesJustification: boolean) => void;
  onRemove: () => void;
}

/** One request of the cart: what it asks for, who decides, and what is in the way. */
export function CartItem({ item, refused, acceptsDuplicate, onAccept, onReason, onRemove }: CartItemProps) {
  const { preview, repeats } = item;
  const problems = answerProblems(item);
  return (
    <Card className="flex flex-col gap-3 p-4">
      <ItemHeader item={item} onRemove={onRemove} />
      {refused === null ? null : (
        <Alert meaning="danger" title="This one cannot be sent">
          {refused}
        </Alert>
      )}
      {refused === null && problems.length > 0 ? (
        <Alert
          meaning="warning"
          title={preview === null ? "It can no longer be requested" : "Needs another look before it can be sent"}
        >
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Answers lines={item.lines.filter(({ value }) => value !== item.target)} />
      {preview ? <Deciders preview={preview} /> : null}
      {repeats === null || refused !== null ? null : (
        <Alert meaning="warning" title="Asked for twice">
          “{repeats}” in this cart asks for the same.
        </Alert>
      )}
      {preview ? <AlreadyThere preview={preview} /> : null}
      {isRepeated(item) ? (
        <Checkbox label="Send it anyway" checked={acceptsDuplicate} onCheckedChange={onAccept} />
      ) : null}
      {item.ownReason === null ? null : (
        <OwnReason reason={item.ownReason} isReplaced={item.takesJustification} onReplace={onReason} />
      )}
    </Card>
  );
}

function ItemHeader({ item, onRemove }: { item: ShownCartItem; onRemove: () => void }) {
  const title = itemTitle(item);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <h2 id={itemHeadingId(item.id)} tabIndex={-1} className="text-base font-semibold wrap-anywhere text-ink">
          <TypeTitle typeKey={item.typeKey}>{title}</TypeTitle>
        </h2>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm text-muted">
          {item.target === null ? null : <Target name={item.target} />}
          <span>
            {[
              ...(title === item.typeName ? [] : [item.typeName]),
              ...(item.preview ? [expectedTime(item.preview)] : []),
            ].join(" · ")}
          </span>
        </p>
      </div>
      <div className="flex gap-1">
        {item.preview === null ? null : (
          <Link
            to={PAGES.newRequest.path}
            search={{ draft: item.id }}
            aria-label={`Edit ${title}`}
            className={buttonClasses({ variant: "outline", size: "sm" })}
          >
            <Pencil aria-hidden />
            Edit
          </Link>
        )}
        <Button variant="ghost" size="sm" aria-label={`Take out ${title}`} onClick={onRemove}>
          Take out
        </Button>
      </div>
    </header>
  );
}

function Answers({ lines }: { lines: ShownCartItem["lines"] }) {
  const main = mainLines(lines);
  const others = lines.filter((line) => !main.includes(line));
  if (lines.length === 0) return null;
  return (
    <div>
      <Lines lines={main} />
      {others.length === 0 ? null : (
        <Disclosure className="mt-1" title={others.length === 1 ? "One more answer" : `${others.length} more answers`}>
          <Lines lines={others} />
        </Disclosure>
      )}
    </div>
  );
}

function Lines({ lines }: { lines: ShownCartItem["lines"] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {lines.map(({ name, label, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted">{label}</dt>
          <dd className="line-clamp-3 wrap-anywhere whitespace-pre-wrap text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Deciders({ preview: { steps, policies } }: { preview: NonNullable<ShownCartItem["preview"]> }) {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 border-t border-line pt-3 text-sm">
      <UserCheck aria-hidden className="mt-0.5 size-4 text-muted" />
      {steps.length === 0 ? (
        <p className="text-ink-soft">
          {policies.length === 0
            ? "Nobody has to decide: it starts at once."
            : `Approved at once by the policy ${policies.map(({ policy }) => policy).join(" and ")}, without a person.`}
        </p>
      ) : (
        <ol className="flex flex-col gap-1" aria-label="Who decides">
          {steps.map((step) => (
            <li key={`${step.task} ${step.title}`} className="min-w-0 wrap-anywhere">
              <span className="text-muted">{step.title}: </span>
              {step.problem ? (
                <StepProblem problem={step.problem} />
              ) : (
                <span className="text-ink">{decidersText(step)}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function OwnReason({
  reason,
  isReplaced,
  onReplace,
}: {
  reason: string;
  isReplaced: boolean;
  onReplace: (isReplaced: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
      <div>
        <p className="text-muted">{isReplaced ? "Its own reason, not used" : "Its own reason"}</p>
        <p className="line-clamp-3 wrap-anywhere text-ink-soft">{reason}</p>
      </div>
      <Checkbox label="Use the justification instead" checked={isReplaced} onCheckedChange={onReplace} />
    </div>
  );
}
