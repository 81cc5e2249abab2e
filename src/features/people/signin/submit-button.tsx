import { useHydrated } from "@tanstack/react-router";
import { Button } from "../../../ui/button";
import type { ButtonProps } from "../../../ui/button-classes";

/**
 * The button that sends a form, and Enter with it: both wait until the page's code has loaded, which is
 * what keeps the browser from sending the form by itself.
 */
export function SubmitButton(props: Omit<ButtonProps, "type" | "size">) {
  const isReady = useHydrated();
  return (
    <fieldset disabled={!isReady} className="contents">
      <Button {...props} type="submit" size="lg" />
    </fieldset>
  );
}
