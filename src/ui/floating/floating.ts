/**
 * One chunk for what floats above a page: fetched when the page is idle, or when something is first opened.
 * Import the parts of the same names (`dialog.tsx`, `select.tsx`, ...), never these: they would come with the page.
 */
export { CalendarBody } from "../form/calendar-body";
export { ComboboxBody } from "../form/combobox-body";
export { DialogBody } from "./dialog-body";
export { MenuBody } from "./menu-body";
export { PopoverBody } from "./popover-body";
export { SelectBody } from "../form/select-body";
export { SheetBody } from "./sheet-body";
export { TooltipBubble } from "./tooltip-bubble";
