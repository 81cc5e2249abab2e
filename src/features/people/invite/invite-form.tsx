import { type ReactNode, useState } from "react";
import { PAGES } from "../../../../convex/site/pages";
import { useDialogForm } from "../../../components/form/form-dialog";
import { RowLink } from "../../../components/row-link";
import { randomKey } from "../../../lib/random-key";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary } from "../../../ui/form/form-error-summary";
import { Input } from "../../../ui/form/input";
import { Alert } from "../../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { useSendInvitation } from "./api";

/** What is typed about whoever is invited. */
export interface Whom {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const NOBODY: Whom = { email: "", firstName: "", lastName: "" };

/** What a form sends as which request. */
export interface Sent {
  readonly typeKey: "portal-invite" | "snowflake-user";
  readonly form: Readonly<Record<string, unknown>>;
}

/** Checks and sends an invitation; `again` begins the next one. */
export function useInviteForm(props: {
  check: () => Readonly<Record<string, string | undefined>>;
  sent: () => Sent;
  saved: string;
  again: () => void;
}) {
  const [submitKey, setSubmitKey] = useState(randomKey);
  const send = useSendInvitation();
  return useDialogForm({
    check: props.check,
    send: () => send({ ...props.sent(), submitKey }),
    saved: props.saved,
    onClose: () => {
      setSubmitKey(randomKey());
      props.again();
    },
  });
}

/** Where nobody can be invited yet: every account belongs to a business area, and there is none. */
export function NoAreasYet() {
  const mayAdd = useViewer()?.capabilities.includes("areas.write") === true;
  return (
    <Alert meaning="info" title="There are no business areas yet">
      {mayAdd ? (
        <>
          Everybody belongs to one, so <RowLink to={`${PAGES.businessAreas.path}?open=new`}>add an area</RowLink> first.
        </>
      ) : (
        "Everybody belongs to one. A super admin adds the first."
      )}
    </Alert>
  );
}

/** The form on the left, what it will create on the right. */
export function InviteFrame(props: {
  name: string;
  title: string;
  form: ReturnType<typeof useInviteForm>;
  idOf: (field: string) => string;
  creates: readonly ReactNode[];
  /** What the button says. */
  sends: string;
  children: ReactNode;
}) {
  const { form, idOf, name } = props;
  const problems = Object.entries(form.problems).flatMap(([field, message]) =>
    message ? [{ fieldId: idOf(field), message }] : [],
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card aria-labelledby={`${name}-title`}>
        <CardHeader id={`${name}-title`} title={props.title} />
        <CardBody>
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void form.submit();
            }}
          >
            <FormErrorSummary problems={problems} submission={form.problems} />
            {form.failure === null ? null : (
              <Alert meaning="danger" title="It was not sent">
                {form.failure}
              </Alert>
            )}
            {props.children}
            <div>
              <Button type="submit" busy={form.isBusy} busyLabel="Sending...">
                {props.sends}
              </Button>
            </div>
          </form>
        </CardBody>
      </Card>
      <Card aria-labelledby={`${name}-creates`}>
        <CardHeader id={`${name}-creates`} title="What will be created" />
        <CardBody>
          <ol className="flex list-decimal flex-col gap-2 pl-5 text-sm text-ink-soft marker:text-muted">
            {props.creates.map((line, index) => (
              <li key={index} className="pl-1 wrap-anywhere">
                {line}
              </li>
            ))}
          </ol>
        </CardBody>
      </Card>
    </div>
  );
}

/** Address and names: what both forms ask for, by the names each calls them. */
export function WhomFields(props: {
  whom: Whom;
  onChange: (whom: Whom) => void;
  idOf: (field: string) => string;
  problems: Readonly<Record<string, string | undefined>>;
  names: Readonly<Record<keyof Whom, string>>;
  domain: string;
}) {
  const { whom, onChange, idOf, problems, names, domain } = props;
  const text = (
    field: keyof Whom,
    label: string,
    more: { type?: "email"; maxLength: number; placeholder?: string },
  ) => (
    <Field id={idOf(names[field])} label={label} error={problems[names[field]]} required>
      <Input
        name={names[field]}
        autoComplete="off"
        value={whom[field]}
        onChange={(event) => onChange({ ...whom, [field]: event.target.value })}
        {...more}
      />
    </Field>
  );
  return (
    <>
      {text("email", "Email", { type: "email", maxLength: 100, placeholder: `first.last@${domain}` })}
      <div className="grid gap-4 sm:grid-cols-2">
        {text("firstName", "First name", { maxLength: 51 })}
        {text("lastName", "Last name", { maxLength: 51 })}
      </div>
    </>
  );
}
