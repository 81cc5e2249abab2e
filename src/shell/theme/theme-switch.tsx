import { useId } from "react";
import { cn } from "../../ui/cn";
import { themeChoices } from "./choices";
import { theme, useTheme } from "./theme";

/** The three themes side by side, for pages that carry no menus and for the profile. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { themePreference } = useTheme();
  const name = useId();
  return (
    <fieldset className={cn("inline-flex rounded-md border border-line-strong bg-surface p-0.5", className)}>
      <legend className="sr-only">Theme</legend>
      {themeChoices.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={`${label} theme`}
          className={cn(
            "relative flex h-6.5 w-8 items-center justify-center rounded-sm text-muted hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11",
            "has-checked:bg-pressed has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={themePreference === value}
            onChange={() => theme.choose(value)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
