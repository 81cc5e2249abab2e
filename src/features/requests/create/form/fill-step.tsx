import { ArrowRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import { domainOf, type Lookups } from "../../../../../convex/core/catalog/rules/forms";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { Button } from "../../../../ui/button";
import type { OfferedType } from "../api";
import { RequestField } from "./form-field";
import { sectionsOf } from "./form-sections";
import type { Lists, NamedInForm } from "./lookups";
import { fieldId } from "./typed-text";
import { focusControl, type FormState, type FormView } from "./use-request-form";

/** The fields of a form in their sections, and the way to the review. */
export function FillStep({
  type,
  state,
  view,
  lists,
  lookups,
  people,
  beside,
  continueLabel = "Review request",
  onContinue,
}: {
  type: OfferedType;
  state: FormState;
  view: FormView;
  lists: Lists;
  lookups: Lookups;
  people: ReadonlyMap<string, NamedInForm>;
  /** Other ways to go on from here. */
  beside: ReactNode;
  continueLabel?: string;
  onContinue: () => void;
}) {
  const values = withDerived(type, state.values, view.values);
  const hasDomain = type.fields.some(({ kind }) => kind === "domain");
  const domainKey = hasDomain ? domainOf(type, view.values) : undefined;
  return (
    <form
      noValidate
      aria-label={type.name}
      className="flex flex-col gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        onContinue();
      }}
    >
      {sectionsOf(view.visible).map(({ name, fields }) => (
        <fieldset key={name} className="flex min-w-0 flex-col gap-4.5">
          <legend className="mb-3 w-full border-b border-line pb-1.5 text-base font-semibold text-ink">{name}</legend>
          {fields.map((field) => (
            <Fragment key={field.name}>
              <RequestField
                field={field}
                values={values}
                onChange={state.change}
                error={state.errors[field.name]}
                lists={lists}
                people={people}
                lookups={lookups}
                domainKey={domainKey}
              />
              {field.name === "reason" ? <Justifications type={type} /> : null}
            </Fragment>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit">
          {continueLabel}
          <ArrowRight aria-hidden />
        </Button>
        {beside}
        <OpenProblems fields={view.visible} errors={state.errors} />
      </div>
    </form>
  );
}

/** How many answers need another look, with the way to each. */
function OpenProblems({ fields, errors }: { fields: readonly FormField[]; errors: FormState["errors"] }) {
  const open = fields.filter(({ name }) => errors[name] !== undefined);
  if (open.length === 0) return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {open.length === 1 ? "One answer needs another look:" : `${open.length} answers need another look:`}{" "}
      {open.map(({ name, label }, index) => (
        <Fragment key={name}>
          {index === 0 ? null : ", "}
          <button type="button" className="underline underline-offset-2" onClick={() => focusControl(fieldId(name))}>
            {label}
          </button>
        </Fragment>
      ))}
    </p>
  );
}

/** Values that follow from others are shown, not typed. */
function withDerived({ fields }: OfferedType, typed: FormValues, checked: FormValues): FormValues {
  const derived = fields.filter((field) => field.derived).map(({ name }) => [name, checked[name]] as const);
  return { ...typed, ...Object.fromEntries(derived) };
}

function Justifications({ type }: { type: OfferedType }) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 border-l-2 border-line pl-3 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      <dt className="font-medium text-success">Good reason</dt>
      <dd className="text-ink-soft">{type.goodJustification}</dd>
      <dt className="font-medium text-danger">Weak reason</dt>
      <dd className="text-ink-soft">{type.badJustification}</dd>
    </dl>
  );
}
