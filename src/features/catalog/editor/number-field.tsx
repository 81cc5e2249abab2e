import { Field } from "../../../ui/form/field";
import { NumberInput } from "../../../ui/form/number-input";

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
      <NumberInput
        readOnly={props.disabled}
        value={String(value ?? "")}
        onChange={(typed) => {
          const text = typed.trim();
          const number = Number(text);
          if (text === "") onChange(undefined);
          else if (Number.isFinite(number)) onChange(number);
        }}
      />
    </Field>
  );
}
