import { Circle, MousePointer2, Pentagon, SquarePlus } from "lucide-react";
import { Button } from "@/components/kit/ui/button";
import type { Shape, Tool } from "./editor-state";

const TOOLS = [
	{ tool: "select", icon: MousePointer2, name: "Select", key: "v" },
	{ tool: "circle", icon: Circle, name: "Draw circle", key: "c" },
	{ tool: "polygon", icon: Pentagon, name: "Draw polygon", key: "p" },
] as const;

const HINTS: Record<Tool, string> = {
	select: "Press a geofence to choose it. Drag it, the rim of a circle, or corners of a polygon.",
	circle: "Press where the middle is, then where the rim is; or drag.",
	polygon: "Press corner by corner; press the first one again to close it. Escape gives it up.",
};

export interface DrawToolsProps {
	tool: Tool;
	onTool: (tool: Tool) => void;
	/** Why nothing can be drawn; null when it can. */
	unavailable: string | null;
	onType: (shape: Shape) => void;
}

/** What a press on the map does, and the same by numbers. */
export function DrawTools({ tool, onTool, unavailable, onType }: DrawToolsProps) {
	return (
		<div className="grid gap-1 border-line border-b px-3 py-2">
			<div role="toolbar" aria-label="Drawing" className="flex flex-wrap gap-1">
				{TOOLS.map(({ tool: own, icon: Icon, name, key }) => (
					<Button
						key={own}
						variant={own === tool ? "primary" : "plain"}
						aria-pressed={own === tool}
						shortcut={key}
						unavailable={own === "select" ? null : unavailable}
						onClick={() => onTool(own)}
					>
						<Icon aria-hidden className="size-4" />
						{name}
					</Button>
				))}
				{/* The two that do the same by numbers stay together where the room ends. */}
				<span className="flex flex-wrap gap-1">
					<Button variant="quiet" unavailable={unavailable} onClick={() => onType("circle")}>
						<SquarePlus aria-hidden className="size-4" />
						Type a circle
					</Button>
					<Button variant="quiet" unavailable={unavailable} onClick={() => onType("polygon")}>
						<SquarePlus aria-hidden className="size-4" />
						Type a polygon
					</Button>
				</span>
			</div>
			<p className="text-muted text-small" role="status">
				{unavailable ?? HINTS[tool]}
			</p>
		</div>
	);
}
