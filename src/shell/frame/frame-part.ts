import { createContext, useContext } from "react";

/** A rarely needed part of the frame that can be opened. */
export type FramePart = "palette" | "shortcuts" | "menu" | "messages";

/** How a page opens a part of the frame around it; null where there is no frame. */
export const OpenFramePart = createContext<((part: FramePart) => void) | null>(null);

/** Opens a part of the frame around this page; null outside of a frame. */
export function useOpenFramePart(): ((part: FramePart) => void) | null {
  return useContext(OpenFramePart);
}
