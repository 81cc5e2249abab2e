import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

/** A failed check: the control it concerns and its sentence. */
export interface FormProblem {
  fieldId: string;
  message: string;
}

/**
 * All problems of a form, linked to their controls. A form that was refused moves the focus once: to this list, or to
 * the control of its only problem, which has its sentence beside it. `submission` is what the last attempt found: any
 * object that is another one after each attempt, and the same while somebody types.
 */
export function FormErrorSummary({
  problems,
  submission,
}: {
  problems: readonly FormProblem[];
  submission: object | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  const answered = useRef<object | null>(null);
  useEffect(() => {
    if (answered.current === submission) return;
    answered.current = submission;
    const [first, another] = problems;
    if (another) box.current?.focus();
    else if (first) focusControl(first.fieldId);
  }, [problems, submission]);
  if (problems.length < 2) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-lg border border-danger-line bg-danger-wash p-3 text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">There are {problems.length} problems</p>
        <ul className="mt-1 space-y-0.5">
          {problems.map((problem) => (
            <li key={problem.fieldId}>
              <a
                href={`#${problem.fieldId}`}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
                onClick={(event) => {
                  event.preventDefault();
                  focusControl(problem.fieldId);
                }}
              >
                {problem.message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const FOCUSABLE = "[tabindex='0'], :is(input, textarea, button):not(:disabled, [tabindex='-1'])";

/** A control that is a group of others passes the focus on to the first of them. */
function focusControl(id: string): void {
  const control = document.getElementById(id);
  control?.focus();
  if (document.activeElement !== control) control?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}
