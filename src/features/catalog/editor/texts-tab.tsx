import { ROLE_NAMES, ROLES, COMMON_ROLE, holdersTitle } from "../../../../convex/access/roles";
import { TYPE_TEXTS, type TypeText } from "../../../../convex/core/catalog/rules/problems/validation";
import { NOTE_MAX_LENGTH } from "../../../../convex/core/catalog/rules/publish";
import type { RequestTypeDefinition } from "../../../../convex/core/catalog/table";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input, Textarea } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { taskTitle } from "../template-words";
import { compact } from "./edit";
import { NumberField } from "./number-field";
import { PlaceProblems } from "./problems-panel";
import type { Editor } from "./use-editor";

const LONG: readonly TypeText[] = ["help", "goodJustification", "badJustification"];
const RISKS = [
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
] as const;

/** What people read about the type, how it is offered, and the access it leaves behind. */
export function TextsTab({ editor }: { editor: Editor }) {
  const { definition, isEditable, note, setNote } = editor;
  const change = (changes: Partial<RequestTypeDefinition>) => editor.change(compact({ ...definition, ...changes }));
  const problems = editor.problems.filter(({ place }) => place.part === "texts");
  return (
    <div className="flex flex-col gap-4">
      <Card aria-labelledby="template-texts">
        <CardHeader
          id="template-texts"
          title="Texts"
          description="What people read in the catalog and on the form. Titles may hold places such as {form.role}."
        />
        <CardBody className="flex max-w-2xl flex-col gap-4">
          <PlaceProblems problems={problems} />
          {(Object.keys(TYPE_TEXTS) as TypeText[]).map((name) => (
            <Field key={name} label={TYPE_TEXTS[name]} required>
              {LONG.includes(name) ? (
                <Textarea
                  rows={3}
                  readOnly={!isEditable}
                  value={definition[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                />
              ) : (
                <Input
                  readOnly={!isEditable}
                  value={definition[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <Field
            label="Target of requests"
            help="What a request is about as its system spells it, such as {form.role}. Shown below the title."
          >
            <Input
              readOnly={!isEditable}
              maxLength={200}
              value={definition.target ?? ""}
              onChange={(event) => change({ target: event.target.value || undefined })}
            />
          </Field>
          <Field label="What this version changes" help="Shown with the version and in the audit trail.">
            <Textarea
              rows={2}
              maxLength={NOTE_MAX_LENGTH}
              readOnly={!isEditable}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </CardBody>
      </Card>
      <Offer definition={definition} isEditable={isEditable} change={change} />
      <Access editor={editor} change={change} />
    </div>
  );
}

interface PartProps {
  definition: RequestTypeDefinition;
  isEditable: boolean;
  change: (changes: Partial<RequestTypeDefinition>) => void;
}

function Offer({ definition, isEditable, change }: PartProps) {
  const { slaHours, risk, maxDurationDays, audience } = definition;
  return (
    <Card aria-labelledby="template-offer">
      <CardHeader id="template-offer" title="Offer" />
      <CardBody className="flex max-w-2xl flex-col gap-4">
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <NumberField
            label="Hours to completion"
            required
            disabled={!isEditable}
            value={slaHours}
            onChange={(hours) => change({ slaHours: hours ?? 0 })}
          />
          <NumberField
            label="Maximum duration, days"
            disabled={!isEditable}
            value={maxDurationDays}
            onChange={(days) => change({ maxDurationDays: days })}
          />
          <Field label="Risk" required>
            <Select
              options={RISKS}
              value={risk}
              disabled={!isEditable}
              onValueChange={(next) => change({ risk: next })}
            />
          </Field>
        </div>
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 text-sm font-medium text-ink">Offered to</legend>
          {ROLE_NAMES.map((role) => (
            <Checkbox
              key={role}
              label={role === COMMON_ROLE ? holdersTitle(role) : ROLES[role].label}
              disabled={!isEditable}
              checked={audience.includes(role)}
              onCheckedChange={(isOn) =>
                change({ audience: isOn ? [...audience, role] : audience.filter((one) => one !== role) })
              }
            />
          ))}
        </fieldset>
      </CardBody>
    </Card>
  );
}

const EMPTY_GRANT = { system: "snowflake", description: "", taskKey: "" };

function Access({ editor, change }: { editor: Editor; change: PartProps["change"] }) {
  const {
    definition: { grant, tasks, fields },
    isEditable,
  } = editor;
  const problems = editor.problems.filter(({ place }) => place.part === "grant");
  const taskOptions = tasks.map((task) => ({ value: task.key, label: taskTitle(task) }));
  const durations = [
    { value: "", label: "No end date" },
    ...fields.filter(({ kind }) => kind === "durationDays").map(({ name, label }) => ({ value: name, label })),
  ];
  return (
    <Card aria-labelledby="template-grant">
      <CardHeader
        id="template-grant"
        title="Access it leaves behind"
        description={
          grant ? "Taken back at its end, and read back then." : "A completed request leaves no access behind."
        }
        actions={
          isEditable ? (
            <Button
              variant="outline"
              size="sm"
              onClick={() => change({ grant: grant ? undefined : { ...EMPTY_GRANT, taskKey: tasks[0]?.key ?? "" } })}
            >
              {grant ? "Remove" : "Describe the access"}
            </Button>
          ) : null
        }
      />
      {grant || problems.length > 0 ? (
        <CardBody className="flex max-w-2xl flex-col gap-4">
          <PlaceProblems problems={problems} />
          {grant ? (
            <>
              <Field label="Description" required>
                <Input
                  readOnly={!isEditable}
                  value={grant.description}
                  onChange={(event) => change({ grant: { ...grant, description: event.target.value } })}
                />
              </Field>
              <div className="grid items-end gap-4 sm:grid-cols-2">
                <Field label="System" required>
                  <Input
                    readOnly={!isEditable}
                    value={grant.system}
                    onChange={(event) => change({ grant: { ...grant, system: event.target.value } })}
                  />
                </Field>
                <Field label="Given by the task" required>
                  <Select
                    options={taskOptions}
                    value={grant.taskKey || null}
                    disabled={!isEditable}
                    onValueChange={(taskKey) => change({ grant: { ...grant, taskKey } })}
                  />
                </Field>
                <Field label="How long">
                  <Select
                    options={durations}
                    value={grant.durationField ?? ""}
                    disabled={!isEditable}
                    onValueChange={(durationField) =>
                      change({ grant: compact({ ...grant, durationField: durationField || undefined }) })
                    }
                  />
                </Field>
              </div>
            </>
          ) : null}
        </CardBody>
      ) : null}
    </Card>
  );
}
