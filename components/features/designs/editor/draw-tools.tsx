import {
	BoxSelect,
	Circle,
	CirclePlus,
	Expand,
	MousePointer2,
	Pentagon,
	Ruler,
	ScanSearch,
	SquarePlus,
} from "lucide-react";
import { toast } from "sonner";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { KeyHint } from "@/components/kit/ui/kbd";
import type { Shape, Tool } from "./editor-state";

const TOOLS = [
	{ tool: "select", icon: MousePointer2, name: "Select", key: "v", does: "Select geofences" },
	{ tool: "box", icon: BoxSelect, name: "Select with a box", key: "b", does: "Select geofences with a box" },
	{ tool: "circle", icon: Circle, name: "Draw circle", key: "c", does: "Draw a circle" },
	{ tool: "polygon", icon: Pentagon, name: "Draw polygon", key: "p", does: "Draw a polygon" },
	{ tool: "measure", icon: Ruler, name: "Measure", key: "m", does: "Measure a distance or an area" },
] as const;

/** What each tool does with the map. */
export const HINTS: Record<Tool, string> = {
	select: "Click a geofence to select it. Drag it, its edge or its corners. Shift and drag selects many.",
	box: "Drag a box around the middles of the geofences to select.",
	circle: "Click the center, then the edge.",
	polygon: "Click each corner, then the first one to finish. Esc cancels.",
	measure: "Click the places to measure between, or enter them.",
};

const ENTERED = [
	{ shape: "circle", icon: CirclePlus },
	{ shape: "polygon", icon: SquarePlus },
] as const;

/** A thumb needs more room than a pointer. */
const TOUCH = "max-lg:min-h-11 max-lg:min-w-11";

export interface DrawToolsProps {
	tool: Tool;
	onTool: (tool: Tool) => void;
	/** Why nothing can be drawn, or null. */
	unavailable: string | null;
	/** Why a tool does nothing on the map now; null while it works. */
	unready: Record<Tool, string | null>;
	onType: (shape: Shape) => void;
	/** Shows all geofences, or the selected ones. */
	onFit: (what: "all" | "selected") => void;
	/** Why there is nothing to show, or null. */
	unfit: Record<"all" | "selected", string | null>;
}

/** The tools of the map, and buttons to enter coordinates instead. */
export function DrawTools({ tool, onTool, unavailable, unready, onType, onFit, unfit }: DrawToolsProps) {
	useShortcuts(
		"Drawing",
		TOOLS.map(({ tool: own, key, does }) => {
			const reason = unready[own];
			const run = () => void (reason === null ? onTool(own) : toast(reason));
			return { keys: [key], does, run, unavailable: reason };
		}),
	);
	return (
		<div role="toolbar" aria-label="Drawing" className="flex flex-wrap gap-1 lg:flex-nowrap">
			{TOOLS.map(({ tool: own, icon: Icon, name, key }) => {
				const draws = own === "circle" || own === "polygon";
				return (
					<Button
						key={own}
						variant={own === tool ? "primary" : "plain"}
						className={draws ? TOUCH : `px-2 ${TOUCH}`}
						aria-pressed={own === tool}
						unavailable={unready[own]}
						onClick={() => onTool(own)}
						{...(draws
							? { shortcut: key }
							: { "aria-label": name, "aria-keyshortcuts": key, hint: <KeyHint name={name} keys={key} /> })}
					>
						<Icon aria-hidden className="size-4" />
						{draws ? <span className="max-sm:sr-only lg:max-xl:sr-only">{name}</span> : null}
					</Button>
				);
			})}
			<FitButtons onFit={onFit} unfit={unfit} />
			{/* These two wrap together. */}
			<span className="flex flex-wrap gap-1 lg:flex-nowrap">
				{ENTERED.map(({ shape, icon: Icon }) => (
					<Button
						key={shape}
						variant="quiet"
						className={TOUCH}
						aria-label={`Enter ${shape} coordinates…`}
						hint={`Enter ${shape} coordinates…`}
						unavailable={unavailable}
						onClick={() => onType(shape)}
					>
						<Icon aria-hidden className="size-4" />
						<Enter shape={shape} />
					</Button>
				))}
			</span>
		</div>
	);
}

/** Shorter to see where there is little room: the tools are one row. */
const Enter = ({ shape }: { shape: Shape }) => (
	<span className="lg:max-[90rem]:hidden">
		Enter {shape}
		<span className="max-sm:hidden lg:max-[100rem]:hidden"> coordinates</span>…
	</span>
);

const FITS = [
	{ what: "selected", icon: ScanSearch, name: "Show the selected geofences", key: "f" },
	{ what: "all", icon: Expand, name: "Show all geofences", key: "a" },
] as const;

function FitButtons({ onFit, unfit }: Pick<DrawToolsProps, "onFit" | "unfit">) {
	return FITS.map(({ what, icon: Icon, name, key }) => (
		<Button
			key={what}
			className={`px-2 ${TOUCH}`}
			aria-label={name}
			aria-keyshortcuts={key}
			hint={<KeyHint name={name} keys={key} />}
			unavailable={unfit[what]}
			onClick={() => onFit(what)}
		>
			<Icon aria-hidden className="size-4" />
		</Button>
	));
}
