import { LogOut, Monitor, Moon, Sun, User } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../src/ui/button";
import { ConfirmDialog } from "../../../src/ui/floating/confirm-dialog";
import { Dialog } from "../../../src/ui/floating/dialog";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../../src/ui/floating/menu";
import { Popover } from "../../../src/ui/floating/popover";
import { Sheet } from "../../../src/ui/floating/sheet";
import { Tooltip } from "../../../src/ui/floating/tooltip";
import { Field } from "../../../src/ui/form/field";
import { Input } from "../../../src/ui/form/input";
import { toast } from "../../../src/ui/toast/toast";
import { Row, Section } from "../section";

const themes = [
  { value: "system", label: "System", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;

type Open = "dialog" | "confirm" | "typed" | "sheet" | null;

function Dialogs() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen("dialog")}>
        Dialog
      </Button>
      <Button variant="outline" onClick={() => setOpen("confirm")}>
        Confirmation
      </Button>
      <Button variant="outline" onClick={() => setOpen("typed")}>
        Typed confirmation
      </Button>
      <Button variant="outline" onClick={() => setOpen("sheet")}>
        Sheet
      </Button>
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="Reassign task"
        description="The new holder is told at once."
        footer={<Button onClick={close}>Reassign</Button>}
      >
        <p>The task keeps its history and its due date.</p>
        <Field label="Reason">
          <Input />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === "confirm"}
        onOpenChange={close}
        title="Sign out everywhere?"
        description="Every other session ends now."
        confirmLabel="Sign out everywhere"
        onConfirm={() => undefined}
      />
      <ConfirmDialog
        open={open === "typed"}
        onOpenChange={close}
        title="Clear all logs?"
        description="All executions and their task changes are removed. This cannot be undone."
        confirmLabel="Clear all logs"
        busyLabel="Clearing..."
        destructive
        typedConfirmation="clear logs"
        onConfirm={() => new Promise((done) => setTimeout(done, 800))}
      />
      <Sheet open={open === "sheet"} onOpenChange={close} title="Details">
        <p className="px-4">Content beside the page.</p>
      </Sheet>
    </>
  );
}

/** Everything that floats. */
export function FloatingSection() {
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("system");
  return (
    <Section title="Floating">
      <Row caption="Dialogs">
        <Dialogs />
      </Row>
      <Row caption="Menu, popover, tooltip">
        <Menu trigger={<Button variant="outline">Menu</Button>} align="start">
          <MenuItem icon={<User aria-hidden />} shortcut="g p">
            Profile
          </MenuItem>
          <MenuChoices label="Theme" value={theme} choices={themes} onValueChange={setTheme} />
          <MenuSeparator />
          <MenuItem icon={<LogOut aria-hidden />} destructive>
            Sign out
          </MenuItem>
        </Menu>
        <Popover trigger={<Button variant="outline">Popover</Button>} title="As of 14:07">
          <p className="text-muted">Read from the billing export, every hour.</p>
        </Popover>
        <Tooltip text="Saved 5 minutes ago">
          <Button variant="outline">Tooltip</Button>
        </Tooltip>
      </Row>
      <Row caption="Toasts">
        <Button
          variant="outline"
          onClick={() => toast.success("Task monitor finished", { description: "12 tasks scheduled" })}
        >
          Success
        </Button>
        <Button variant="outline" onClick={() => toast.error("Failed to run task monitor")}>
          Error
        </Button>
        <Button variant="outline" onClick={() => toast.warning("3 new executions")}>
          Warning
        </Button>
      </Row>
    </Section>
  );
}
