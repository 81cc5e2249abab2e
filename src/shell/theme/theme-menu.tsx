import type { ReactElement } from "react";
import type { ButtonProps } from "../../ui/button-classes";
import { Menu, MenuChoices } from "../../ui/floating/menu";
import { themeChoices } from "./choices";
import { theme, useTheme } from "./theme";

const choices = themeChoices.map(({ Icon, ...choice }) => ({ ...choice, icon: <Icon aria-hidden /> }));

/** The theme switch of the top bar. */
export function ThemeMenu({ trigger }: { trigger: ReactElement<ButtonProps> }) {
  const { themePreference } = useTheme();
  return (
    <Menu trigger={trigger}>
      <MenuChoices label="Theme" value={themePreference} choices={choices} onValueChange={theme.choose} />
    </Menu>
  );
}
