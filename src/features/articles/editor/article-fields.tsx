import { CircleAlert } from "lucide-react";
import { ARTICLE_BODY_MAX_LENGTH, ARTICLE_TITLE_MAX_LENGTH, AUDIENCES } from "../../../../convex/core/articles/rules";
import type { Article, ArticleAudience } from "../../../../convex/core/articles/table";
import { TOPIC_NAMES, TOPICS } from "../../../../convex/core/tickets/rules";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { dayText, typedMoment } from "../../../lib/readers-clock";
import { Checkbox } from "../../../ui/form/checkbox";
import { DateInput } from "../../../ui/form/date-input";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { RadioGroup } from "../../../ui/form/radio-group";
import { useTypeChoices } from "../api";

/** The control of a field, for the summary of problems. */
export function articleFieldId(field: string): string {
  return `article-${field}`;
}

const READERS = (Object.keys(AUDIENCES) as ArticleAudience[]).map((value) => ({
  value,
  label: AUDIENCES[value].label,
  help: AUDIENCES[value].does,
}));

interface Owner {
  readonly id: Article["ownerId"];
  readonly name: string;
}

interface FieldsProps {
  readonly values: Article;
  readonly owner: Owner;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (fields: Partial<Article>) => void;
  readonly onOwner: (owner: Owner) => void;
}

/** What is said of an article; who owns and reads it, for those who answer tickets. */
export function ArticleFields(props: FieldsProps & { isAgent: boolean }) {
  const { values, problems, isAgent, onChange } = props;
  return (
    <>
      <Field
        id={articleFieldId("title")}
        label="Title"
        help="What people look for, in their words."
        error={problems.title ?? null}
        required
      >
        <Input
          value={values.title}
          maxLength={ARTICLE_TITLE_MAX_LENGTH}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <Field
        id={articleFieldId("body")}
        label="Text"
        help={`Begin with the answer. At most ${ARTICLE_BODY_MAX_LENGTH.toLocaleString("en-GB")} characters.`}
        error={problems.body ?? null}
        required
      >
        <FormattedField rows={16} value={values.body} onText={(body) => onChange({ body })} />
      </Field>
      <Choices
        id={articleFieldId("topics")}
        label="Topics"
        help="Offered beside tickets about these."
        error={problems.topics}
        options={TOPIC_NAMES.map((value) => ({ value, label: TOPICS[value].label }))}
        chosen={values.topics}
        onChange={(topics) => onChange({ topics })}
      />
      <TypeChoices values={values} error={problems.typeKeys} onChange={onChange} />
      {isAgent ? <TermFields {...props} /> : null}
      <Field
        id={articleFieldId("reviewAt")}
        label="Review on"
        help="The day its owner reviews it."
        error={problems.reviewAt ?? null}
        required
        className="max-w-60"
      >
        <DateInput
          value={Number.isNaN(values.reviewAt) ? "" : dayText(values.reviewAt)}
          onChange={(day) => onChange({ reviewAt: typedMoment(day) })}
        />
      </Field>
    </>
  );
}

/** Who reads and who owns it. */
function TermFields({ values, owner, problems, onChange, onOwner }: FieldsProps) {
  return (
    <>
      <Field id={articleFieldId("audience")} label="Read by" error={problems.audience ?? null} required>
        <RadioGroup
          label="Read by"
          options={READERS}
          value={values.audience}
          onValueChange={(next) => onChange({ audience: next === "agents" ? "agents" : "everyone" })}
        />
      </Field>
      <Field
        id={articleFieldId("ownerId")}
        label="Owner"
        help="Edits it alongside support, and is notified when it is due for review."
        error={problems.ownerId ?? null}
        required
      >
        <PersonPicker
          value={owner}
          onChange={(person) => {
            if (person) onOwner({ id: person.id, name: person.name });
          }}
        />
      </Field>
    </>
  );
}

function TypeChoices(props: {
  values: Article;
  error: string | undefined;
  onChange: (fields: Partial<Article>) => void;
}) {
  const types = useTypeChoices() ?? [];
  if (types.length === 0) return null;
  return (
    <Choices
      id={articleFieldId("typeKeys")}
      label="Request types"
      help="Offered in the forms of these."
      isOptional
      error={props.error}
      options={types.map(({ key, name }) => ({ value: key, label: name }))}
      chosen={props.values.typeKeys}
      onChange={(typeKeys) => props.onChange({ typeKeys })}
    />
  );
}

/** Several of a few, all in view. What is chosen and not offered stays chosen. */
function Choices<Value extends string>(props: {
  id: string;
  label: string;
  help: string;
  isOptional?: boolean;
  error: string | undefined;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}) {
  const { id, label, help, error, options, chosen, onChange } = props;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="text-sm font-medium text-ink">
        {label}
        {props.isOptional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </legend>
      <p className="text-sm text-muted">{help}</p>
      <div className="mt-1 grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onCheckedChange={(isChosen) =>
              onChange(isChosen ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      ) : null}
    </fieldset>
  );
}
