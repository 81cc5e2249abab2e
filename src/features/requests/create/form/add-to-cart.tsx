import { ShoppingCart } from "lucide-react";
import { useState } from "react";
import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import { hasOwnReason, REASON_FIELD } from "../../../../../convex/core/shared/rules/cart";
import type { Autosave } from "../../../../components/form/use-autosave";
import { explain } from "../../../../components/refusal-words";
import { Button } from "../../../../ui/button";
import { Alert } from "../../../../ui/page/alert";
import { type DraftPlace, useAddToCart } from "../api";
import type { FormState } from "./use-request-form";

interface AddToCartProps {
  typeKey: string;
  /** The form was opened from the cart. */
  isInCart: boolean;
  state: FormState;
  autosave: Autosave<DraftPlace, FormValues>;
  /** What the review would hold against the form. */
  findErrors: () => Readonly<Record<string, string>>;
  onAdded: () => void;
}

/** Puts the form into the cart. A missing reason is no problem there: the cart's justification fills it. */
export function AddToCart({ isInCart, findErrors, ...props }: AddToCartProps) {
  const { state, onAdded } = props;
  const { add, isBusy, problem } = useAdding(props);
  const press = async (): Promise<void> => {
    const { [REASON_FIELD]: reason, ...errors } = findErrors();
    const found = reason === undefined || !hasOwnReason(state.values) ? errors : { ...errors, [REASON_FIELD]: reason };
    if (Object.keys(found).length > 0) state.showErrors(found);
    else if (await add()) onAdded();
  };
  return (
    <>
      <Button variant="outline" busy={isBusy} busyLabel={isInCart ? "Saving" : "Adding"} onClick={() => void press()}>
        <ShoppingCart aria-hidden />
        {isInCart ? "Save and go to the cart" : "Add to cart"}
      </Button>
      {problem === null ? null : (
        <Alert meaning="danger" title="Not in the cart" className="w-full">
          {problem}
        </Alert>
      )}
    </>
  );
}

function useAdding({ typeKey, state, autosave }: Pick<AddToCartProps, "typeKey" | "state" | "autosave">) {
  const addToCart = useAddToCart();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const place = await autosave.flush();
      await addToCart({ typeKey, form: state.values, requestId: place?.id, version: place?.version });
      autosave.stop();
      return true;
    } catch (error) {
      setProblem(explain(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { add, isBusy, problem };
}
