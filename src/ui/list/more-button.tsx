import type { RefObject } from "react";
import { Button } from "../button";
import type { ButtonProps } from "../button-classes";
import { focusOnMore } from "./focus-on-more";

/**
 * Shows more rows of a list, and may leave with the last of them: the first row that comes has the focus then. A selector
 * names the list that the button itself is in; `rows` says which elements of the list are rows, where they are not its
 * children.
 */
export function MoreButton(
  props: Omit<ButtonProps, "onClick"> & {
    list: RefObject<HTMLElement | null> | string;
    rows?: string;
    onMore: () => void;
  },
) {
  const { list, rows, onMore, ...button } = props;
  return (
    <Button
      {...button}
      onClick={({ currentTarget }) => {
        focusOnMore(typeof list === "string" ? currentTarget.closest<HTMLElement>(list) : list.current, rows);
        onMore();
      }}
    />
  );
}
