/** A shape of an icon, as the library writes it: `["circle", { cx: "12", cy: "12", r: "10", key: "1mglay" }]`. */
export type IconShape = readonly [kind: string, attributes: Readonly<Record<string, string>>];

/** What each kind is drawn from. A shape with anything else, such as a colour of its own, is left to the library. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  path: ["d"],
  line: ["x1", "y1", "x2", "y2"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  rect: ["x", "y", "width", "height", "rx", "ry"],
  polyline: ["points"],
  polygon: ["points"],
};

/** One path that draws what the shapes of an icon draw, or null where that cannot be. */
export function linesOf(shapes: readonly IconShape[]): string | null {
  const lines = shapes.map(([kind, { key: _key, ...attributes }]) => {
    const known = ATTRIBUTES[kind];
    return known && Object.keys(attributes).every((name) => known.includes(name)) ? lineOf(kind, attributes) : null;
  });
  return lines.includes(null) ? null : lines.join("");
}

function lineOf(kind: string, attributes: Readonly<Record<string, string>>): string {
  const number = (name: string): number => Number(attributes[name] ?? 0);
  switch (kind) {
    case "path":
      // One that begins with a relative move counts from the corner, not from where the shape before it ended.
      return (attributes["d"] ?? "").replace(/^m/, "M0 0m");
    case "line":
      return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
    case "circle":
      return ellipse(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return ellipse(number("cx"), number("cy"), number("rx"), number("ry"));
    case "rect":
      return rectangle(number("x"), number("y"), number("width"), number("height"), radii(attributes));
    default:
      return `M${(attributes["points"] ?? "").trim()}${kind === "polygon" ? "Z" : ""}`;
  }
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}

/** One radius stands for both. */
function radii({ rx, ry }: Readonly<Record<string, string>>): readonly [number, number] {
  return [Number(rx ?? ry ?? 0), Number(ry ?? rx ?? 0)];
}

function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  [wide, high]: readonly [number, number],
): string {
  const [rx, ry] = [Math.min(wide, width / 2), Math.min(high, height / 2)];
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const [across, down] = [width - 2 * rx, height - 2 * ry];
  const corner = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return `M${x + rx} ${y}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}Z`;
}
