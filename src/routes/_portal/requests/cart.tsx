import { createFileRoute } from "@tanstack/react-router";
import { CartPage } from "../../../features/catalog/cart/cart-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/cart")({
  head: () => ({ meta: [{ title: pageTitle("Cart") }] }),
  component: RequestCart,
});

function RequestCart() {
  return (
    <CapabilityGate
      capability="requests.create"
      page="Cart"
      heldBy="everybody who is not only looking through somebody else's eyes"
    >
      <CartPage />
    </CapabilityGate>
  );
}
