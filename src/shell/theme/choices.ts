import { Monitor, Moon, Sun } from "lucide-react";

/** The three choices in their order, for the menu, the switch and the palette. */
export const themeChoices = [
  { value: "system", label: "System", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;
