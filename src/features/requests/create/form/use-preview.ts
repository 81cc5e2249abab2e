import { useEffect, useMemo, useRef } from "react";
import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import { checkForm, type FormDefinition } from "../../../../../convex/core/catalog/rules/forms";
import { useSettled } from "../../../../lib/use-settled";
import { type Preview, usePreview } from "../api";

const QUIET_MS = 400;

/** What the form would lead to, as far as it is filled in, and whether that is about what is typed now. */
export interface LivePreview {
  /** The last answer; null before the first, or when none can be had. */
  readonly preview: Preview | null;
  readonly isFresh: boolean;
  readonly hasFailed: boolean;
}

/** Asks the server a moment after the last change, and keeps the last answer until the next one is there. */
export function useLivePreview(
  typeKey: string,
  definition: FormDefinition,
  values: FormValues,
  requestId: string | undefined,
  editedId?: string,
): LivePreview {
  const settled = useSettled(values, QUIET_MS);
  // As a draft would keep it: a private key does not even travel.
  const form = useMemo(() => checkForm(definition, settled, { now: 0, mode: "draft" }).values, [definition, settled]);
  const answer = usePreview({ typeKey, form, requestId, editedId });
  const last = useRef<Preview | null>(null);
  const isAnswer = answer !== undefined && !(answer instanceof Error);
  useEffect(() => {
    if (isAnswer) last.current = answer;
  }, [answer, isAnswer]);
  return {
    preview: isAnswer ? answer : last.current,
    isFresh: isAnswer && settled === values,
    hasFailed: answer instanceof Error,
  };
}
