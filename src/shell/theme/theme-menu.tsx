import { Moon, Sun } from "lucide-react";
import { Button } from "../../ui/button";
import { Menu, MenuChoices } from "../../ui/menu";
import { themeChoices } from "./choices";
import { theme, useTheme } from "./theme";

const choices = themeChoices.map(({ Icon, ...choice }) => ({ ...choice, icon: <Icon aria-hidden /> }));

/** The theme switch of the top bar. Its icon hangs on the dark class, which is right before scripts run. */
export function ThemeMenu() {
  const { themePreference } = useTheme();
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      }
    >
      <MenuChoices label="Theme" value={themePreference} choices={choices} onValueChange={theme.choose} />
    </Menu>
  );
}
