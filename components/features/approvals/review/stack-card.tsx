import { useMemo } from "react";
import { namesOf } from "@/components/features/deployments/mixed-names";
import { type FlatMap, flatMap, landPath } from "@/components/kit/map/flat-map";
import { Checkbox } from "@/components/kit/table/checkbox";
import { Bytes } from "@/components/kit/ui/bytes";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import type { Land } from "@/lib/browser/land";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import { isolate } from "@/lib/rules/text/isolate";
import type { QueueRow } from "../queue-types";

const [WIDTH, HEIGHT] = [200, 96];
const DOT = 5;

export interface StackCardProps {
	request: QueueRow;
	bounds: BulkPreview["items"][number]["bounds"];
	land: Land | undefined;
	kept: boolean;
	onToggle: (id: string) => void;
}

/** A request of a stack: where it is, its name, and whether it is kept. */
export function StackCard({ request, bounds, land, kept, onToggle }: StackCardProps) {
	const { id, design_name, target, filesize, message } = request;
	return (
		<li
			className={`overflow-hidden rounded-md border border-line bg-surface [contain-intrinsic-size:auto_11rem] [content-visibility:auto] focus-within:border-accent ${kept ? "" : "[&_svg]:opacity-30"}`}
		>
			{bounds === null ? null : <StackMap bounds={bounds} land={land} />}
			<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 p-2 ps-3">
				<Checkbox
					label={`Activate ${isolate(design_name)} on ${isolate(target)}`}
					checked={kept}
					onClick={() => onToggle(id)}
				/>
				<span className="truncate font-medium" title={design_name}>
					<bdi>{design_name}</bdi> <MixedLetters name={namesOf(request).map(({ name }) => name)} />
				</span>
				<span className="col-start-2 truncate text-muted text-small">
					<bdi>{target}</bdi> · <Bytes value={filesize} />
				</span>
				{message === null ? null : (
					<span className="col-start-2 truncate text-small" title={message}>
						“<bdi>{message}</bdi>”
					</span>
				)}
			</div>
		</li>
	);
}

function StackMap({ bounds, land }: { bounds: NonNullable<StackCardProps["bounds"]>; land: Land | undefined }) {
	const map = useMemo(() => flatMap(bounds, WIDTH, HEIGHT), [bounds]);
	const path = useMemo(() => (land === undefined ? "" : landPath(land, map)), [land, map]);
	return (
		<svg
			aria-hidden
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			preserveAspectRatio="xMidYMid slice"
			className="block h-24 w-full bg-water"
		>
			<path d={path} className="fill-land stroke-coast" strokeWidth="0.75" />
			<rect {...boxOf(map, bounds)} rx="2" className="fill-accent/30 stroke-accent" strokeWidth="1.5" />
		</svg>
	);
}

/** A box that is seen, however small its geofences are. */
function boxOf({ x, y }: FlatMap, [west, south, east, north]: NonNullable<StackCardProps["bounds"]>) {
	const [width, height] = [Math.max(2 * DOT, x(east) - x(west)), Math.max(2 * DOT, y(south) - y(north))];
	return { x: (x(west) + x(east) - width) / 2, y: (y(north) + y(south) - height) / 2, width, height };
}
