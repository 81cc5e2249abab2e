import { useEffect, useState } from "react";

/** A value once it has stood still for so many milliseconds; until then the one before. Compared by identity. */
export function useSettled<Value extends string | object>(value: Value, quietMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
