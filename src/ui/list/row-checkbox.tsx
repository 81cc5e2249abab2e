import { useEffect, useRef } from "react";

/**
 * Chooses a row of a table, or all rows of the page. The label is heard, not seen. The browser's own box, because a page
 * of rows has fifty of them and each of the library's is four elements.
 */
export function RowCheckbox(props: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const { label, checked, indeterminate = false, onToggle } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate, checked]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onToggle("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
      className="row-checkbox"
    />
  );
}
