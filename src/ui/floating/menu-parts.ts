import type { Menu as Base } from "@base-ui/react/menu";
import { createContext, type ReactElement, type ReactNode, useContext } from "react";
import type { ButtonProps } from "../button-classes";

/** What a menu takes. */
export interface MenuProps {
  trigger: ReactElement<ButtonProps>;
  /** Rendered when the menu is opened. */
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
}

/** What commands are made of, as the open menu hands it down: a closed menu does without its code. */
export const MenuParts = createContext<typeof Base | null>(null);

/** The parts of the menu around a command. */
export function useMenuParts(): typeof Base {
  const parts = useContext(MenuParts);
  if (parts === null) throw new Error("A command stands in a Menu");
  return parts;
}
