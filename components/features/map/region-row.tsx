import { Button } from "@/components/kit/ui/button";
import { Bytes } from "@/components/kit/ui/bytes";
import { Chip } from "@/components/kit/ui/chip";
import { Day, RelativeTime } from "@/components/kit/ui/relative-time";
import type { MapRegion } from "@/lib/contract/basemap";
import { isolate } from "@/lib/rules/text/isolate";

const SCHEMAS = { protomaps: "Protomaps", openmaptiles: "OpenMapTiles" } as const;
/** Streets are drawn from this zoom on. */
const STREET_ZOOM = 12;

export interface RegionRowProps {
	region: MapRegion;
	/** In words; null until its file is there. */
	extent: string | null;
	onRemove: () => void;
}

/** A region: where it is, how old its data are, and what became of its file. */
export function RegionRow({ region, extent, onRemove }: RegionRowProps) {
	const { name, state, problem, host, size, schema, max_zoom, attribution, data_at, added_at } = region;
	return (
		<li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-3 py-2">
			<div className="grid min-w-0 grow basis-80 gap-0.5">
				<div className="flex flex-wrap items-center gap-2">
					<h2 className="font-medium">
						<bdi>{name}</bdi>
					</h2>
					{state === "ready" ? null : (
						<Chip tone={state === "failed" ? "bad" : "accent"}>{state === "failed" ? "failed" : "fetching"}</Chip>
					)}
				</div>
				{problem === null ? null : <p className="text-bad">Couldn't use the file: {problem}.</p>}
				{state === "fetching" ? <p className="text-muted">Fetching from {host}…</p> : null}
				{extent === null ? null : <p>{extent}</p>}
				{size === null || schema === null ? null : (
					<p className="text-muted text-small">
						Data {data_at === null ? "of unknown date" : <Day iso={data_at} />} · {SCHEMAS[schema]} ·{" "}
						<Bytes value={size} /> · {attribution}
					</p>
				)}
				{max_zoom !== null && max_zoom < STREET_ZOOM ? (
					<p className="text-small text-warn">Ends at zoom {max_zoom}: small streets are missing.</p>
				) : null}
			</div>
			<div className="flex items-center gap-3">
				<span className="text-muted text-small">
					added <RelativeTime iso={added_at} />
				</span>
				<Button onClick={onRemove} aria-label={`Remove ${isolate(name)}…`}>
					Remove…
				</Button>
			</div>
		</li>
	);
}
