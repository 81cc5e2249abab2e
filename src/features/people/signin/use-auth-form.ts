import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { FieldErrors } from "../../../../contracts/sign-in";
import type { AuthFailed, AuthResult } from "../../../shell/session";

/** What was typed, by field. */
export type FormValues<Field extends string> = Record<Field, string>;

/** What a form knows beside its values. */
export interface AuthFormState<Field extends string> {
  readonly errors: FieldErrors<Field>;
  /** A failure that belongs to the whole form. */
  readonly failure: AuthFailed | null;
  readonly busy: boolean;
}

/**
 * Runs a form against the sign-in: checks first, then sends; shows the first failing message of each field
 * and puts the focus on the first of them.
 *
 * The controls keep their own values, which are read when the form is sent. So nothing that was typed is
 * lost: not by an error, and not by typing before the page's code has loaded.
 */
export function useAuthForm<Field extends string, Value extends object>(options: {
  /** In the order of the page, so that focus goes to the topmost. */
  fields: readonly Field[];
  check: (values: FormValues<Field>) => FieldErrors<Field>;
  send: (values: FormValues<Field>) => Promise<AuthResult<Value>>;
  done: (result: Value, values: FormValues<Field>) => void | Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<AuthFormState<Field>>({ errors: {}, failure: null, busy: false });
  const firstBad = options.fields.find((field) => state.errors[field] !== undefined);

  useEffect(() => {
    if (firstBad !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${firstBad}"]`)?.focus();
    // Each submission makes a new `errors`, so the same message twice moves the focus twice.
  }, [firstBad, state.errors]);

  async function run(values: FormValues<Field>): Promise<void> {
    const errors = options.check(values);
    if (Object.keys(errors).length > 0) return setState({ errors, failure: null, busy: false });
    setState((before) => ({ ...before, failure: null, busy: true }));
    const result = await options.send(values);
    if (!result.ok)
      return setState({ errors: knownFields(result.fields, options.fields), failure: result, busy: false });
    setState({ errors: {}, failure: null, busy: true });
    await options.done(result, values);
    setState({ errors: {}, failure: null, busy: false });
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!state.busy) void run(readValues(event.currentTarget, options.fields));
  }

  // POST: should a browser ever send the form by itself, nothing of it gets into an address.
  return { ...state, formProps: { ref: form, onSubmit: submit, noValidate: true, method: "post" as const } };
}

function readValues<Field extends string>(form: HTMLFormElement, fields: readonly Field[]): FormValues<Field> {
  const data = new FormData(form);
  const entries = fields.map((field) => [field, String(data.get(field) ?? "")]);
  // One entry per field, as the type says.
  return Object.fromEntries(entries) as FormValues<Field>;
}

function knownFields<Field extends string>(
  sent: Readonly<Record<string, string>> | undefined,
  fields: readonly Field[],
): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const field of fields) {
    const message = sent?.[field];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}
