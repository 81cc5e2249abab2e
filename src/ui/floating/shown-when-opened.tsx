import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { Opening, tellNotOpened } from "../page/opening";

/**
 * Something above the page whose code comes when it is first opened. From then on it stays, to animate its
 * closing. When the code cannot be fetched the person is told, the page stays as it is, and the next try asks again.
 */
export function shownWhenOpened<Props extends { open: boolean; onOpenChange: (open: boolean) => void }>(
  load: () => Promise<ComponentType<Props>>,
  whenHere: () => ComponentType<Props> | null = () => null,
) {
  return function ShownWhenOpened(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(whenHere);
    const isAwaited = props.open && Part === null;
    const giveUp = useEffectEvent(() => {
      tellNotOpened();
      props.onOpenChange(false);
    });
    useEffect(() => {
      if (!isAwaited) return;
      let isWanted = true;
      load().then(
        (part) => void (isWanted && setPart(() => part)),
        () => void (isWanted && giveUp()),
      );
      return () => void (isWanted = false);
    }, [isAwaited]);
    if (Part !== null) return <Part {...props} />;
    return isAwaited ? <Opening /> : null;
  };
}
