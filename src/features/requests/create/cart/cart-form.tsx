import { Send } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { plural } from "../../../../../convex/lib/pure/text";
import { explain } from "../../../../components/refusal-words";
import { Button } from "../../../../ui/button";
import { Alert } from "../../../../ui/page/alert";
import { toast } from "../../../../ui/toast/toast";
import { type ShownCartItem, type SentRequest, useCartCommands } from "../api";
import { focusControl } from "../form/use-request-form";
import { CartItem } from "./cart-item";
import { itemHeadingId, itemTitle } from "./cart-summary";
import { DecidersPanel } from "./deciders-panel";
import { Justification } from "./justification";
import { useJustification } from "./use-justification";
import { type CartProblem, useSendCart } from "./use-send-cart";

interface CartFormProps {
  items: readonly ShownCartItem[];
  /** The justification as far as it was kept. */
  kept: string;
  onSent: (sent: readonly SentRequest[]) => void;
  empty: ReactNode;
}

/** The items, who decides about them, and the one justification they are sent with. */
export function CartForm({ items: live, kept, onSent, empty }: CartFormProps) {
  const justification = useJustification(kept);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const { send, sending, problem, forget, forgetJustification } = useSendCart((sent) => {
    justification.stop();
    onSent(sent);
  });
  const items = sending ?? live;
  if (items.length === 0) return empty;
  const accept = (id: string, isOn: boolean): void => {
    forget(id);
    setAccepted((before) => new Set(isOn ? [...before, id] : [...before].filter((other) => other !== id)));
  };
  return (
    <form
      noValidate
      aria-label="Cart"
      className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,42rem)_20rem]"
      onSubmit={(event) => {
        event.preventDefault();
        if (sending === null) void send(items, justification.text, accepted);
      }}
    >
      <CartItems items={items} problem={problem} accepted={accepted} onAccept={accept} onChanged={forget} />
      <DecidersPanel items={items} />
      <div className="flex min-w-0 flex-col gap-4 border-t border-line pt-5">
        <Justification
          text={justification.text}
          state={justification.state}
          error={problem.justification}
          isRequired={items.some(({ takesJustification }) => takesJustification)}
          onChange={(text) => {
            justification.change(text);
            forgetJustification();
          }}
        />
        <NotSent items={items} problem={problem} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={sending !== null} busyLabel="Sending">
            <Send aria-hidden />
            {items.length === 1 ? "Send the request" : `Send all ${items.length} requests`}
          </Button>
          <p className="text-sm text-muted">
            {items.length === 1
              ? "It gets a number and approvals of its own."
              : "All of them or none. Each gets a number and approvals of its own."}
          </p>
        </div>
      </div>
    </form>
  );
}

function CartItems({
  items,
  problem,
  accepted,
  onAccept,
  onChanged,
}: {
  items: readonly ShownCartItem[];
  problem: CartProblem;
  accepted: ReadonlySet<string>;
  onAccept: (id: string, isOn: boolean) => void;
  onChanged: (id: string) => void;
}) {
  const { remove, chooseReason } = useCartCommands();
  const takeOut = async (id: ShownCartItem["id"]): Promise<void> => {
    await remove(id);
    onChanged(id);
    toast.success("Taken out of the cart. It is still among your drafts.");
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus();
  };
  const orSay = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => toast.error("Not changed", { description: explain(error) }));
  return (
    <ul aria-label="Requests in the cart" className="flex min-w-0 flex-col gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <CartItem
            item={item}
            refused={problem.items[item.id] ?? null}
            acceptsDuplicate={accepted.has(item.id)}
            onAccept={(isOn) => onAccept(item.id, isOn)}
            onReason={(takesJustification) => orSay(chooseReason(item.id, takesJustification))}
            onRemove={() => orSay(takeOut(item.id))}
          />
        </li>
      ))}
    </ul>
  );
}

/** What the last attempt met, with the way to each item. */
function NotSent({
  items,
  problem: { message, items: refused },
}: {
  items: readonly ShownCartItem[];
  problem: CartProblem;
}) {
  const named = items.filter(({ id }) => refused[id] !== undefined);
  if (message === null) return null;
  if (named.length === 0)
    return (
      <Alert meaning="danger" title="Not sent">
        {message}
      </Alert>
    );
  return (
    <Alert meaning="danger" title="Nothing was sent">
      {plural(named.length, "request needs", "requests need")} another look:{" "}
      {named.map((item, index) => (
        <Fragment key={item.id}>
          {index === 0 ? null : ", "}
          <button
            type="button"
            className="underline underline-offset-2 wrap-anywhere"
            onClick={() => focusControl(itemHeadingId(item.id))}
          >
            {itemTitle(item)}
          </button>
        </Fragment>
      ))}
    </Alert>
  );
}
