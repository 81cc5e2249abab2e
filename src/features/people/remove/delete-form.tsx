import { useState } from "react";
import { whyNotDelete, whyNotUsername } from "../../../../convex/core/people/rules/removing";
import { LEAVER } from "../../../../convex/core/shared/rules/accounts";
import { DAY_MS } from "../../../../convex/lib/pure/time";
import { useDialogForm } from "../../../components/form/form-dialog";
import { HangingOnPerson } from "../../../components/hanging-on-person";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { randomKey } from "../../../lib/random-key";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary } from "../../../ui/form/form-error-summary";
import { Input, Textarea } from "../../../ui/form/input";
import { Alert } from "../../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { useRemovalCommands, useSnowflakeUser } from "./api";

const idOf = (field: string): string => `delete-${field}`;

/** What is typed about a user in Snowflake that is to end. */
function useDeleteForm() {
  const [username, setUsername] = useState("");
  const [successors, setSuccessors] = useState<readonly PickedPerson[]>([]);
  const [reason, setReason] = useState("");
  const [submitKey, setSubmitKey] = useState(randomKey);
  const found = useSnowflakeUser(whyNotUsername(username) === null ? username.trim() : null);
  const [successor] = successors;
  const { request } = useRemovalCommands();
  const [isConfirming, setConfirming] = useState(false);
  const check = () => {
    const user = whyNotUsername(username) ?? (found === null ? "Please select a valid user" : null);
    return {
      ...(user !== null && { snowflake_username: user }),
      ...(!successor && { successor: "Please select who takes over" }),
      ...(reason.trim().length < 20 && { reason: "Give a reason of at least 20 characters" }),
    };
  };
  const form = useDialogForm({
    check,
    send: () =>
      request({
        typeKey: LEAVER,
        submitKey,
        form: {
          requestedFor: found?.personId,
          businessArea: found?.areaId,
          systems: ["snowflake"],
          lastDay: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
          successor: successor?.id,
          isFromHr: false,
          isOnHold: false,
          reason: reason.trim(),
        },
      }),
    saved: `Deletion of ${username.trim()} was requested`,
    onClose: () => {
      setUsername("");
      setSuccessors([]);
      setReason("");
      setSubmitKey(randomKey());
    },
  });
  /** Nothing is sent before the address was typed; what is wrong is said before that. */
  async function ask(): Promise<void> {
    if (found && Object.keys(check()).length === 0) setConfirming(true);
    else await form.submit();
  }
  const confirmation = { isConfirming, setConfirming };
  return { form, ask, found, username, setUsername, successors, setSuccessors, reason, setReason, confirmation };
}

/** Ends a user in Snowflake, by its name there: a request of its own, disabled at once and dropped after 30 days. */
export function DeleteUserForm() {
  const { form, ask, found, username, setUsername, successors, setSuccessors, reason, setReason, confirmation } =
    useDeleteForm();
  const { failure } = form;
  const problems = shownProblems(form.problems);
  const badName = problems.fields["snowflake_username"] === undefined ? null : whyNotDelete(username);
  const whole = badName ?? problems.other ?? failure;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card aria-labelledby="delete-title">
        <CardHeader
          id="delete-title"
          title="Delete a Snowflake user"
          description="Their manager approves. The user is disabled at once and dropped after 30 days; its worksheets and dashboards go with it."
        />
        <CardBody>
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void ask();
            }}
          >
            <FormErrorSummary problems={problems.listed} submission={form.problems} />
            {whole === null ? null : (
              <Alert meaning="danger" title="It was not sent">
                {whole}
              </Alert>
            )}
            <Field
              id={idOf("snowflake_username")}
              label="Snowflake username"
              help={found ? `${found.name}, ${found.email}` : "The user's name in Snowflake, such as ADA_BYRON."}
              error={problems.fields["snowflake_username"] ?? problems.fields["requestedFor"]}
              required
            >
              <Input
                name="snowflake_username"
                autoComplete="off"
                maxLength={256}
                value={username}
                onChange={(event) => setUsername(event.target.value)}
              />
            </Field>
            <PeopleField
              id={idOf("successor")}
              label="Successor"
              help="Takes over what the user owns in Snowflake."
              error={problems.fields["successor"]}
              limit={1}
              required
              people={successors}
              onChange={setSuccessors}
            />
            <Field
              id={idOf("reason")}
              label="Reason"
              help="Whoever approves reads it."
              error={problems.fields["reason"]}
              required
            >
              <Textarea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
            <div>
              <Button type="submit" variant="default" busy={form.isBusy} busyLabel="Sending...">
                Delete user
              </Button>
            </div>
          </form>
          {found ? <ConfirmDeletion of={found} {...confirmation} onConfirm={form.submit} /> : null}
        </CardBody>
      </Card>
      <HangingOnPerson
        personId={found?.personId ?? null}
        then="Only their user in Snowflake ends. The rest stays with them: remove them from the portal to hand it on."
      />
    </div>
  );
}

/** Asks for the address of whose user goes. */
function ConfirmDeletion(props: {
  of: { readonly name: string; readonly email: string };
  isConfirming: boolean;
  setConfirming: (isConfirming: boolean) => void;
  onConfirm: () => Promise<void>;
}) {
  const { name, email } = props.of;
  return (
    <ConfirmDialog
      open={props.isConfirming}
      onOpenChange={props.setConfirming}
      title={`Delete the Snowflake user of ${name}?`}
      description="Once it is approved, the user is disabled, and dropped after 30 days with its worksheets and dashboards."
      confirmLabel="Request deletion"
      busyLabel="Sending..."
      destructive
      typedConfirmation={email}
      onConfirm={props.onConfirm}
    />
  );
}

/** What the server finds wrong with an answer the form filled in itself is said above it. */
function shownProblems(fields: Readonly<Record<string, string | undefined>>) {
  const own: Readonly<Record<string, string>> = {
    snowflake_username: "snowflake_username",
    requestedFor: "snowflake_username",
    successor: "successor",
    reason: "reason",
  };
  const other = Object.entries(fields).find(([field, message]) => message && !(field in own))?.[1] ?? null;
  const listed = Object.entries(own).flatMap(([field, control]) => {
    const message = fields[field];
    return message === undefined ? [] : [{ fieldId: idOf(control), message }];
  });
  return { fields, other, listed };
}
