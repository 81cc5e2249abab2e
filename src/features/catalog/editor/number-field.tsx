import { Field } from "../../../ui/form/field";
import { NumberInput } from "../../../ui/form/number-input";
import { useTyped } from "../../../ui/form/use-typed";

/** A whole number that may be left out. What is no number leaves it as it was. */
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
  const typed = useTyped(String(value ?? ""), (text) => {
    const number = Number(text);
    if (text.trim() === "") onChange(undefined);
    else if (Number.isFinite(number)) onChange(number);
  });
  return (
    <Field label={label} required={required} help={help} id={id}>
      <NumberInput readOnly={props.disabled} value={typed.value} onChange={typed.type} onBlur={typed.onBlur} />
    </Field>
  );
}
