import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { MAX_CART_ITEMS } from "../../../../../convex/core/shared/rules/cart";
import { plural } from "../../../../../convex/lib/pure/text";
import { PAGES } from "../../../../../convex/site/pages";
import { QueryBoundary } from "../../../../components/query-boundary";
import { buttonClasses } from "../../../../ui/button-classes";
import { EmptyState } from "../../../../ui/page/empty-state";
import { PageHeader } from "../../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";
import { type SentRequest, useCart, useCartSummary } from "../api";
import { CartForm } from "./cart-form";
import { SentCart } from "./sent-cart";

/** Several requests that are sent together with one justification. */
export function CartPage() {
  const [sent, setSent] = useState<readonly SentRequest[] | null>(null);
  if (sent) return <SentCart sent={sent} />;
  return (
    <QueryBoundary title="The cart did not load" page="Cart">
      <OpenCart onSent={setSent} />
    </QueryBoundary>
  );
}

function OpenCart({ onSent }: { onSent: (sent: readonly SentRequest[]) => void }) {
  const items = useCart();
  const summary = useCartSummary();
  // A cart that was just sent is empty before its answer is here; the form knows, so it stays once it was there.
  const [wasFilled, setFilled] = useState(false);
  const isLoading = items === undefined || summary === undefined;
  if (!isLoading && items.length > 0 && !wasFilled) setFilled(true);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Cart"
        context={
          isLoading || items.length === 0
            ? "Several requests, sent together with one justification."
            : `${plural(items.length, "request")}, sent together with one justification. ${items.length === MAX_CART_ITEMS ? "The cart is full." : ""}`
        }
        actions={items?.length ? <AddAnother isFull={items.length >= MAX_CART_ITEMS} /> : null}
      />
      {isLoading ? (
        <LoadingCart />
      ) : wasFilled || items.length > 0 ? (
        <CartForm items={items} kept={summary.justification} onSent={onSent} empty={<EmptyCart />} />
      ) : (
        <EmptyCart />
      )}
    </div>
  );
}

function AddAnother({ isFull }: { isFull: boolean }) {
  if (isFull) return null;
  return (
    <Link to={PAGES.newRequest.path} search={{}} className={buttonClasses({ variant: "outline" })}>
      <Plus aria-hidden />
      Add another request
    </Link>
  );
}

function EmptyCart() {
  return (
    <EmptyState
      kind="nothing-yet"
      title="Your cart is empty"
      className="px-0"
      action={
        <Link to={PAGES.newRequest.path} search={{}} className={buttonClasses({ variant: "outline" })}>
          See what you can request
        </Link>
      }
    >
      Fill in a form and choose “Add to cart”. What waits here is sent together, with one justification.
    </EmptyState>
  );
}

function LoadingCart() {
  return (
    <SkeletonGroup label="Loading the cart" className="flex max-w-[42rem] flex-col gap-4">
      {[0, 1].map((card) => (
        <Skeleton key={card} className="h-44 rounded-lg" />
      ))}
      <Skeleton className="h-24" />
    </SkeletonGroup>
  );
}
