import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

/** A failed check: the control it concerns and its sentence. */
export interface FormProblem {
  fieldId: string;
  message: string;
}

/**
 * All problems of a form, linked to their controls. Takes focus each time `problems` becomes a new
 * list, so pass the list made by the last submission and keep its identity while typing.
 */
export function FormErrorSummary({ problems }: { problems: readonly FormProblem[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-lg border border-danger-line bg-danger-wash p-3 text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">
          {problems.length === 1 ? "There is a problem" : `There are ${problems.length} problems`}
        </p>
        <ul className="mt-1 space-y-0.5">
          {problems.map((problem) => (
            <li key={problem.fieldId}>
              <a
                href={`#${problem.fieldId}`}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(problem.fieldId)?.focus();
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
