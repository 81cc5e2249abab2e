import { createFileRoute } from "@tanstack/react-router";
import { CartPage } from "../../../features/requests/create/cart/cart-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/cart")({
  head: () => pageHead("cart"),
  component: RequestCart,
});

function RequestCart() {
  return (
    <CapabilityGate page="cart">
      <CartPage />
    </CapabilityGate>
  );
}
