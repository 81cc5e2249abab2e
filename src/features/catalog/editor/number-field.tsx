import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";

/** A whole number that may be left out. Anything that is no number is left out, too. */
export function NumberField(props: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  required?: boolean;
  help?: string;
  id?: string;
  disabled?: boolean;
}) {
  const { label, value, onChange, required, help, id } = props;
  return (
    <Field label={label} required={required} help={help} id={id}>
      <Input
        inputMode="numeric"
        className="w-28 tabular-nums"
        readOnly={props.disabled}
        value={value ?? ""}
        onChange={(event) => {
          const text = event.target.value.trim();
          const number = Number(text);
          if (text === "") onChange(undefined);
          else if (Number.isFinite(number)) onChange(number);
        }}
      />
    </Field>
  );
}
