import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { cn } from "../cn";

interface FieldContextValue {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

/** Attributes that tie a control to its field's label, help and error; {} outside a field. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}

/** Label above, help under the label, control, error under the control. */
export function Field(props: {
  label: ReactNode;
  children: ReactNode;
  help?: ReactNode;
  error?: string | null;
  required?: boolean;
  /** Fixed control id, so that an error summary can link to it. */
  id?: string;
  className?: string;
}) {
  const { label, children, help, error, required = false, className } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const describedBy = [help ? helpId : null, error ? errorId : null].filter(Boolean).join(" ") || undefined;
  const invalid = Boolean(error);
  const value = useMemo(() => ({ id, describedBy, invalid, required }), [id, describedBy, invalid, required]);
  return (
    <FieldContext value={value}>
      <div className={cn("flex flex-col items-stretch gap-1", className)}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {required ? null : <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {help ? (
          <p id={helpId} className="text-sm text-muted">
            {help}
          </p>
        ) : null}
        {children}
        {error ? (
          <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </FieldContext>
  );
}
