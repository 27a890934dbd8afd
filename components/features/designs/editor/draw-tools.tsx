import { Circle, MousePointer2, Pentagon, SquarePlus } from "lucide-react";
import { Button } from "@/components/kit/ui/button";
import type { Shape, Tool } from "./editor-state";

const TOOLS = [
	{ tool: "select", icon: MousePointer2, name: "Select", key: "v" },
	{ tool: "circle", icon: Circle, name: "Draw circle", key: "c" },
	{ tool: "polygon", icon: Pentagon, name: "Draw polygon", key: "p" },
] as const;

const HINTS: Record<Tool, string> = {
	select: "Click a geofence to select it. Drag it, its edge or its corners.",
	circle: "Click the center, then the edge.",
	polygon: "Click each corner, then the first one to finish. Esc cancels.",
};

export interface DrawToolsProps {
	tool: Tool;
	onTool: (tool: Tool) => void;
	/** Why nothing can be drawn, or null. */
	unavailable: string | null;
	onType: (shape: Shape) => void;
}

/** The drawing tools, and buttons to enter coordinates instead. */
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
				{/* These two wrap together. */}
				<span className="flex flex-wrap gap-1">
					<Button variant="quiet" unavailable={unavailable} onClick={() => onType("circle")}>
						<SquarePlus aria-hidden className="size-4" />
						Enter circle coordinates…
					</Button>
					<Button variant="quiet" unavailable={unavailable} onClick={() => onType("polygon")}>
						<SquarePlus aria-hidden className="size-4" />
						Enter polygon coordinates…
					</Button>
				</span>
			</div>
			<p className="text-muted text-small" role="status">
				{unavailable ?? HINTS[tool]}
			</p>
		</div>
	);
}
