import { useRouter } from "@tanstack/react-router";
import { Keyboard, LogOut, User } from "lucide-react";
import { Avatar } from "../ui/avatar";
import { Button } from "../ui/button";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu";
import { VisuallyHidden } from "../ui/visually-hidden";
import { PageLink } from "./page-link";
import type { Viewer } from "./session";
import { usePageExists } from "./use-menu";

/** Who is signed in, and what concerns only them. */
export function UserMenu({ viewer, onShowShortcuts }: { viewer: Viewer; onShowShortcuts: () => void }) {
  const router = useRouter();
  const exists = usePageExists();
  const name = `${viewer.firstName} ${viewer.lastName}`.trim() || viewer.email;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" className="rounded-full">
          <Avatar name={name} />
          <VisuallyHidden>Account of {name}</VisuallyHidden>
        </Button>
      }
    >
      <div className="max-w-64 px-2 py-1.5">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted">{viewer.email}</p>
      </div>
      <MenuSeparator />
      {exists("/profile") ? (
        <MenuItem icon={<User aria-hidden />} shortcut="g p" render={<PageLink to="/profile" />}>
          Profile
        </MenuItem>
      ) : null}
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onClick={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onClick={() => void router.navigate({ href: "/signout" })}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
