/** The state of one form: what is typed, the messages, the step, and what the server said last. */

import { ConvexError } from "convex/values";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import {
  checkForm,
  type CheckedForm,
  type Lookups,
  visibleFields,
} from "../../../../../convex/core/catalog/rules/forms";
import { formFields } from "../../../../../convex/core/catalog/rules/otherArea";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { explain } from "../../../../components/refusal-words";
import type { OfferedType } from "../api";
import { fieldId } from "./typed-text";

export interface FormState {
  readonly values: Record<string, unknown>;
  readonly isChanged: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (name: string, value: unknown) => void;
  /** Shows messages and takes the focus to the first of them, in the order of the form. */
  readonly showErrors: (errors: Readonly<Record<string, string>>) => void;
}

/** What is typed, with the first message per field. A message goes when its field changes. */
export function useFormState(
  type: OfferedType,
  initial: () => Record<string, unknown>,
  startsChanged: boolean,
): FormState {
  const [values, setValues] = useState(initial);
  const [isChanged, setChanged] = useState(startsChanged);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [focus, setFocus] = useState<{ readonly name: string } | null>(null);
  const change = useCallback((name: string, value: unknown) => {
    setChanged(true);
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
  }, []);
  const showErrors = useCallback(
    (found: Readonly<Record<string, string>>) => {
      setErrors(found);
      const first = formFields(type.fields).find(({ name }) => found[name] !== undefined);
      if (first) setFocus({ name: first.name });
    },
    [type],
  );
  useEffect(() => {
    if (focus) focusControl(fieldId(focus.name));
  }, [focus]);
  return { values, isChanged, errors, change, showErrors };
}

/** Takes the focus to a field's control, whatever kind it is. */
export function focusControl(id: string): void {
  const found = document.getElementById(id);
  const control = found?.matches("input, textarea, button, output")
    ? found
    : found?.querySelector<HTMLElement>("[role=radio][tabindex='0'], [role=radio], [role=checkbox], input, button");
  const target = control ?? found;
  // Its label and help come with it, clear of the bar at the top.
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}

/** The form as both sides check it, and the fields it shows. */
export interface FormView extends CheckedForm {
  readonly visible: readonly FormField[];
}

/** Checks the form again when something changes. */
export function useFormView(type: OfferedType, values: FormValues, lookups: Lookups): FormView {
  const [now] = useState(() => Date.now());
  return useMemo(
    () => ({
      ...checkForm(type, values, { now, mode: "submit", lookups }),
      visible: visibleFields(type, values, { now, lookups }),
    }),
    [type, values, lookups, now],
  );
}

/** What the server said no with, as far as the form can show it. */
export type SendProblem =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "duplicate" | "other"; readonly message: string };

/** Reads a failed submit. */
export function problemOf(error: unknown): SendProblem {
  const data: unknown = error instanceof ConvexError ? error.data : null;
  const refusal = (data ?? {}) as { code?: string; fields?: Record<string, string> };
  if (refusal.code === "invalid-form" && refusal.fields) return { kind: "fields", fields: refusal.fields };
  return { kind: refusal.code === "duplicate" ? "duplicate" : "other", message: explain(error) };
}
