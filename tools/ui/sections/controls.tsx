import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../src/ui/button";
import { Checkbox } from "../../../src/ui/form/checkbox";
import { Combobox } from "../../../src/ui/form/combobox";
import type { ComboboxItem } from "../../../src/ui/form/combobox-body";
import { DateInput, DateTimeInput } from "../../../src/ui/form/date-input";
import { Field } from "../../../src/ui/form/field";
import { FormErrorSummary } from "../../../src/ui/form/form-error-summary";
import { Input, Textarea } from "../../../src/ui/form/input";
import { NumberInput } from "../../../src/ui/form/number-input";
import { PasswordInput } from "../../../src/ui/form/password-input";
import { RadioGroup } from "../../../src/ui/form/radio-group";
import { Select } from "../../../src/ui/form/select";
import { Kbd } from "../../../src/ui/text/kbd";
import { Row, Section } from "../section";

const variants = ["default", "secondary", "outline", "ghost", "destructive"] as const;
const priorities = [
  { value: "Low", label: "Low" },
  { value: "Medium", label: "Medium" },
  { value: "High", label: "High" },
  { value: "Critical", label: "Critical", disabled: true },
] as const;
const problems = [
  { fieldId: "gallery-email", message: "Please enter a valid email address" },
  { fieldId: "gallery-title", message: "Title is required" },
];
const noProblems: typeof problems = [];

const domains = [
  { value: "orders", label: "Orders", detail: "Orders, lines and payments" },
  { value: "returns", label: "Returns", detail: "Returned goods, reasons and refunds" },
];

/** One of many, found by typing; one of few, all in view. */
function Choosing() {
  const [domain, setDomain] = useState<ComboboxItem | null>(null);
  const [level, setLevel] = useState("read");
  return (
    <Row caption="Combobox, RadioGroup">
      <Combobox
        aria-label="Data domain"
        items={domains}
        value={domain}
        onValueChange={setDomain}
        emptyText="No domain by this name"
        placeholder="Choose a domain"
        className="w-64"
      />
      <RadioGroup
        label="Level"
        options={[
          { value: "read", label: "Read" },
          { value: "write", label: "Write", help: "Decided by two people" },
        ]}
        value={level}
        onValueChange={setLevel}
      />
    </Row>
  );
}

/** Buttons and small controls. */
export function ControlsSection() {
  const [checked, setChecked] = useState(true);
  return (
    <Section title="Controls">
      <Row caption="Button">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant === "destructive" ? "Clear all logs" : "Send request"}
          </Button>
        ))}
      </Row>
      <Row caption="Sizes">
        <Button size="sm">Small</Button>
        <Button>Medium</Button>
        <Button size="lg">Large</Button>
        <Button size="icon" variant="outline" aria-label="Add">
          <Plus aria-hidden />
        </Button>
        <Button variant="outline">
          <Trash2 aria-hidden />
          With icon
        </Button>
      </Row>
      <Row caption="Busy, refused">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} busy busyLabel="Running...">
            Run
          </Button>
        ))}
        <Button disabledReason="Only the owner of the request can approve it">Approve</Button>
        <Button variant="outline" disabledReason="Choose an execution first">
          Open
        </Button>
      </Row>
      <Choosing />
      <Row caption="Checkbox">
        <Checkbox label="Watch this request" checked={checked} onCheckedChange={setChecked} />
        <Checkbox label="Some of them" checked={false} indeterminate onCheckedChange={() => undefined} />
        <Checkbox label="Not available" checked={false} disabled onCheckedChange={() => undefined} />
      </Row>
      <Row caption="Keys">
        <Kbd keys="Ctrl K" />
        <Kbd keys="g h" />
        <Kbd keys="?" />
      </Row>
    </Section>
  );
}

/** Fields with help, errors and the summary above them. */
export function FormSection() {
  const [priority, setPriority] = useState<(typeof priorities)[number]["value"] | null>(null);
  const [shown, setShown] = useState(noProblems);
  const [day, setDay] = useState("2026-11-29");
  const [until, setUntil] = useState("");
  const [days, setDays] = useState("90");
  return (
    <Section title="Forms">
      <div className="flex max-w-md flex-col gap-5">
        <FormErrorSummary problems={shown} submission={shown} />
        <Field label="Email" id="gallery-email" required error={problems[0]?.message}>
          <Input type="email" defaultValue="ada.lovelace" autoComplete="off" />
        </Field>
        <Field label="Password" required help="At least 8 characters, with upper and lower case and a number.">
          <PasswordInput defaultValue="Tabular1" autoComplete="off" />
        </Field>
        <Field label="Title" id="gallery-title">
          <Input placeholder="What is it about?" />
        </Field>
        <Field label="Last day">
          <DateInput value={day} onChange={setDay} />
        </Field>
        <Field label="Until" help="In your own time.">
          <DateTimeInput value={until} onChange={setUntil} />
        </Field>
        <Field label="Days" required>
          <NumberInput value={days} onChange={setDays} />
        </Field>
        <Field label="Reference" help="Set by the portal.">
          <Input defaultValue="REQ-142" readOnly />
        </Field>
        <Field label="Priority" required>
          <Select options={priorities} value={priority} onValueChange={setPriority} />
        </Field>
        <Field label="Description" required help="Up to 2,000 characters.">
          <Textarea />
        </Field>
        <div className="flex gap-2">
          <Button onClick={() => setShown([...problems])}>Show the error summary</Button>
          <Button variant="outline" onClick={() => setShown(noProblems)}>
            Cancel
          </Button>
        </div>
      </div>
    </Section>
  );
}
