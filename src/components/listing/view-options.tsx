import { Settings2 } from "lucide-react";
import { Button } from "../../ui/button";
import { iconWhenNarrow, wordsWhenWide } from "../../ui/button-classes";
import { Popover } from "../../ui/floating/popover";
import { Checkbox } from "../../ui/form/checkbox";
import type { Density } from "../../ui/list/data-table";

/** Which columns are shown, and how close the rows lie. */
export function ViewOptions(props: {
  columns: readonly { readonly key: string; readonly heading: string }[];
  shown: readonly string[];
  onToggle: (key: string) => void;
  density: Density;
  onDensity: (density: Density) => void;
}) {
  return (
    <Popover
      title="Columns"
      align="end"
      trigger={
        <Button
          variant="outline"
          aria-label="Columns and density"
          title="Columns and density"
          className={iconWhenNarrow}
        >
          <Settings2 aria-hidden />
          <span className={wordsWhenWide}>Columns</span>
        </Button>
      }
    >
      <div className="flex flex-col gap-1.5">
        {props.columns.map(({ key, heading }, index) => (
          <Checkbox
            key={key}
            label={heading}
            checked={index === 0 || props.shown.includes(key)}
            disabled={index === 0}
            onCheckedChange={() => props.onToggle(key)}
          />
        ))}
        <div className="-mx-3 my-1 h-px bg-line" />
        <Checkbox
          label="Compact rows"
          checked={props.density === "compact"}
          onCheckedChange={(isOn) => props.onDensity(isOn ? "compact" : "comfortable")}
        />
      </div>
    </Popover>
  );
}
