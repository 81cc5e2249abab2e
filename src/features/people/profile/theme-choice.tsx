import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { Monitor, Moon, Sun } from "lucide-react";
import type { ThemePreference } from "../../../../convex/core/people/table";

const choices = [
  { value: "system", label: "System", help: "Follows this device", Icon: Monitor },
  { value: "light", label: "Light", help: "Always light", Icon: Sun },
  { value: "dark", label: "Dark", help: "Always dark", Icon: Moon },
] as const satisfies readonly { value: ThemePreference; label: string; help: string; Icon: typeof Monitor }[];

/** The colour theme, applied as soon as it is chosen. */
export function ThemeChoice({
  value,
  onChange,
}: {
  value: ThemePreference;
  onChange: (value: ThemePreference) => void;
}) {
  return (
    <div className="@container max-w-xl">
      <RadioGroup
        aria-labelledby="profile-theme"
        value={value}
        onValueChange={(next) => onChange(next as ThemePreference)}
        className="grid gap-3 @md:grid-cols-3"
      >
        {choices.map(({ value: choice, label, help, Icon }) => (
          <Radio.Root
            key={choice}
            value={choice}
            aria-label={label}
            aria-describedby={`theme-${choice}-help`}
            className="flex cursor-pointer items-center gap-3 rounded-md border border-line-strong px-3 py-2.5 text-left hover:bg-hover data-checked:border-accent data-checked:bg-accent-wash"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
            <span>
              <span className="block font-medium text-ink">{label}</span>
              <span id={`theme-${choice}-help`} className="block text-sm text-muted">
                {help}
              </span>
            </span>
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  );
}
