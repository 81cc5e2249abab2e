import { withoutPerson } from "../../../../convex/core/requests/rules";
import { GoLink } from "../../../components/go-link";
import { TypeIcon } from "../../../components/kinds/type-icon";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { MetaLine } from "../../../ui/text/meta-line";
import type { WaitingItem } from "../api";
import { exposureText, forWhom, KINDS, nextStep } from "../home-words";
import { Due } from "./due";

/** The places of a row: picture, title, due time and button, the words below them; on phones the words before both. */
export const rowClasses =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 @xl:grid-cols-[auto_minmax(0,1fr)_auto_auto]";
export const wordsClasses = "col-span-2 min-w-0 @xl:col-span-3 @xl:col-start-2 @xl:row-start-2";
export const duePlace = "@xl:col-start-3 @xl:row-start-1";
export const buttonPlace = "justify-self-end @xl:col-start-4 @xl:row-start-1 @xl:min-w-24";

/** The picture of a row, that of its request's type, where there is room for it. */
export function RowTile({ typeKey, isHighRisk }: Pick<WaitingItem, "typeKey" | "isHighRisk">) {
  return (
    <span
      className={cn(
        "hidden size-8 items-center justify-center self-start rounded-md @xl:row-span-2 @xl:flex",
        isHighRisk ? "bg-warning-wash" : "bg-hover",
      )}
    >
      <TypeIcon typeKey={typeKey} />
    </span>
  );
}

/** One thing that waits; the first carries the page's primary button, the others are as easy to reach and shout less. */
export function WaitingRow({ item, isFirst, now }: { item: WaitingItem; isFirst: boolean; now: number }) {
  const { verb } = KINDS[item.kind];
  const title = item.decision ? withoutPerson(item.title, item.decision.beneficiary) : item.title;
  return (
    <li className={cn(rowClasses, "border-b border-line last:border-b-0")}>
      <RowTile {...item} />
      <p className="col-span-2 flex min-w-0 flex-wrap items-baseline gap-x-2 @xl:col-span-1">
        <span className="min-w-0 font-medium wrap-anywhere text-ink">{title}</span>
        <span className="shrink-0 font-mono text-xs text-muted">{item.requestKey}</span>
      </p>
      <div className={wordsClasses}>
        <Words item={item} />
      </div>
      <span className={duePlace}>
        <Due item={item} now={now} />
      </span>
      <GoLink
        to={item.to}
        aria-label={`${verb}: ${item.title}${item.requestTitle === null ? "" : `, ${item.requestTitle}`} (${item.requestKey})`}
        className={cn(buttonClasses({ variant: isFirst ? "default" : "outline", size: "sm" }), buttonPlace)}
      >
        {verb}
      </GoLink>
    </li>
  );
}

/** Why it waits: of a decision the reason as it was written, and what the viewer needs to give it. */
function Words({ item }: { item: WaitingItem }) {
  const { decision, isHighRisk, requestTitle, why } = item;
  if (decision === null)
    return (
      <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">
        <span className="sr-only">{KINDS[item.kind].noun}: </span>
        {requestTitle === null ? why : `${requestTitle}. ${why}`}
      </p>
    );
  const exposure = exposureText(decision);
  return (
    <>
      {decision.reason === null ? null : (
        <p dir="auto" className="line-clamp-3 wrap-anywhere text-ink-soft">
          “{decision.reason}”
        </p>
      )}
      <MetaLine className="mt-0.5">
        {isHighRisk ? <span className="font-medium text-warning">High risk</span> : null}
        <span>{forWhom(decision)}</span>
        {exposure === null ? null : <span>{exposure}</span>}
        {decision.isEscalated ? <span className="text-warning">Escalated</span> : null}
        <span>{nextStep(decision)}</span>
      </MetaLine>
    </>
  );
}
