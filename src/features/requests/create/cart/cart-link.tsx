import { Link } from "@tanstack/react-router";
import { ShoppingCart } from "lucide-react";
import { PAGES } from "../../../../../convex/site/pages";
import { buttonClasses } from "../../../../ui/button-classes";
import { useCartSummary } from "../api";

/** The way to the cart while something waits in it. */
export function CartLink() {
  const count = useCartSummary()?.count ?? 0;
  if (count === 0) return null;
  return (
    <Link to={PAGES.cart.path} className={buttonClasses({ variant: "outline" })}>
      <ShoppingCart aria-hidden />
      Cart ({count})
    </Link>
  );
}
