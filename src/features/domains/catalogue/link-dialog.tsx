import { useState } from "react";
import { CATALOGUE, CATALOGUE_FIELDS } from "../../../../convex/core/domains/rules/linking";
import type { CatalogueField } from "../../../../convex/core/domains/table";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { type DomainPage, useDomainCommands } from "../api";

const idOf = (field: string): string => `link-${field}`;
const FIELDS = Object.keys(CATALOGUE_FIELDS) as CatalogueField[];

/** What the catalogue leading a field means for the one who reads it. */
const MEANS: Readonly<Record<CatalogueField, string>> = {
  description: "What the portal says now is replaced.",
  experts: "Those who are active in the portal. They decide nothing.",
};

/** Links a domain to one of the catalogue, or changes which fields that one leads. */
export function LinkDialog({ domain, onClose }: { domain: DomainPage; onClose: () => void }) {
  const { catalogue } = domain;
  const [fullName, setFullName] = useState(catalogue?.fullName ?? "");
  const [leads, setLeads] = useState<readonly CatalogueField[]>(catalogue?.leads ?? FIELDS);
  const { link } = useDomainCommands();
  const form = useDialogForm({
    check: () => ({ ...(fullName.trim() === "" && { fullName: `Name in ${CATALOGUE} is required` }) }),
    send: () => link({ domainId: domain.id, fullName, leads: [...leads] }),
    saved: catalogue ? "The link was changed" : `${domain.name} is linked to ${CATALOGUE}`,
    onClose,
  });
  return (
    <FormDialog
      title={catalogue ? `Change the link of ${domain.name}` : `Link ${domain.name} to ${CATALOGUE}`}
      description={`The portal reads ${CATALOGUE} every few minutes and never writes to it.`}
      verb={catalogue ? "Save link" : "Link"}
      form={form}
      idOf={idOf}
      onClose={onClose}
    >
      <Field
        id={idOf("fullName")}
        label={`Name in ${CATALOGUE}`}
        help="The fully qualified name of the domain there, such as Sales.Orders."
        error={form.problems["fullName"]}
        required
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{CATALOGUE} leads</legend>
        {FIELDS.map((field) => (
          <Checkbox
            key={field}
            label={CATALOGUE_FIELDS[field]}
            help={MEANS[field]}
            checked={leads.includes(field)}
            onCheckedChange={(isOn) => setLeads(isOn ? [...leads, field] : leads.filter((one) => one !== field))}
          />
        ))}
        {form.problems["leads"] ? <p className="text-sm text-danger">{form.problems["leads"]}</p> : null}
      </fieldset>
    </FormDialog>
  );
}
