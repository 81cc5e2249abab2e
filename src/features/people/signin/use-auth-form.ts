import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { AuthFailed, AuthResult } from "../../../shell/session";
import type { FieldErrors } from "./rules";

/** What a form knows beside its values. */
export interface AuthFormState<Field extends string> {
  readonly errors: FieldErrors<Field>;
  /** A failure that belongs to the whole form. */
  readonly failure: AuthFailed | null;
  readonly busy: boolean;
}

/**
 * Runs a form against the sign-in: checks first, then sends; shows the first failing message of each field
 * and puts the focus on the first of them. Nothing that was typed is ever cleared here.
 */
export function useAuthForm<Field extends string, Value extends object>(options: {
  /** In the order of the page, so that focus goes to the topmost. */
  fields: readonly Field[];
  check: () => FieldErrors<Field>;
  send: () => Promise<AuthResult<Value>>;
  done: (value: Value) => void | Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<AuthFormState<Field>>({ errors: {}, failure: null, busy: false });
  const firstBad = options.fields.find((field) => state.errors[field] !== undefined);

  useEffect(() => {
    if (firstBad !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${firstBad}"]`)?.focus();
    // Each submission makes a new `errors`, so the same message twice moves the focus twice.
  }, [firstBad, state.errors]);

  async function run(): Promise<void> {
    const errors = options.check();
    if (Object.keys(errors).length > 0) return setState({ errors, failure: null, busy: false });
    setState((before) => ({ ...before, failure: null, busy: true }));
    const result = await options.send();
    if (!result.ok) return setState({ errors: knownFields(result.fields, options.fields), failure: result, busy: false });
    setState({ errors: {}, failure: null, busy: true });
    await options.done(result);
    setState({ errors: {}, failure: null, busy: false });
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!state.busy) void run();
  }

  // A form sent before its script runs must not put what was typed into the address: never GET.
  return { ...state, formProps: { ref: form, method: "post" as const, onSubmit: submit, noValidate: true } };
}

function knownFields<Field extends string>(sent: Readonly<Record<string, string>> | undefined, fields: readonly Field[]): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const field of fields) {
    const message = sent?.[field];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}
