import { plural } from "../../../../../convex/lib/pure/text";
import { Card } from "../../../../ui/page/card";
import type { ShownCartItem } from "../api";
import { decidersOf, decidersSentence } from "./cart-summary";

/** Who decides how much of the cart, before it is sent. */
export function DecidersPanel({ items }: { items: readonly ShownCartItem[] }) {
  const deciders = decidersOf(items);
  const undecided = items.filter(({ preview }) => preview?.steps.length === 0).length;
  return (
    <Card aria-labelledby="cart-deciders" className="flex flex-col gap-3 p-4 xl:sticky xl:top-16 xl:row-span-2">
      <div>
        <h2 id="cart-deciders" className="text-base font-semibold text-ink">
          Who decides
        </h2>
        <p className="text-sm text-muted">{decidersSentence(deciders) ?? "Known once the answers are complete."}</p>
      </div>
      {deciders.length === 0 ? null : (
        <ul className="flex flex-col gap-3 text-sm">
          {deciders.map(({ key, name, people, items: decided }) => (
            <li key={key} className="min-w-0 border-t border-line pt-3">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium wrap-anywhere text-ink">{name}</span>
                <span className="shrink-0 text-muted">{plural(decided.size, "request")}</span>
              </p>
              {people === null ? null : <p className="wrap-anywhere text-ink-soft">{people}</p>}
              <ul className="mt-1 text-muted">
                {[...decided].map(([id, title]) => (
                  <li key={id} className="truncate" title={title}>
                    {title}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {undecided === 0 ? null : (
        <p className="border-t border-line pt-3 text-sm text-muted">
          {undecided === 1
            ? "One needs no decision and starts at once."
            : `${undecided} need no decision and start at once.`}
        </p>
      )}
    </Card>
  );
}
