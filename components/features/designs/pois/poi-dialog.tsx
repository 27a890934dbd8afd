"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { PlaceField } from "@/components/kit/map/place-field";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { useKeepDesign } from "@/lib/browser/designs";
import { formatPlural } from "@/lib/browser/format";
import { poiMapQuery, poiTermsQuery } from "@/lib/browser/pois";
import { useQuery } from "@/lib/browser/use-query";
import { MOST_POI_CHOICES, MOST_POIS_SELECTED } from "@/lib/contract/constants";
import type { DesignDetail, DesignSet } from "@/lib/contract/design";
import type { PoiChoice, PoiQuery, PoiTerm } from "@/lib/contract/point-of-interest";
import { PoiList } from "./poi-list";
import { PoiMap } from "./poi-map";
import { areaOf, areaWords, choiceName } from "./query-words";
import { TermField } from "./term-field";

const RADIUS = 150;
const NEAR_METERS = 5_000;
const EMPTY: PoiQuery = { choices: [], area: {}, left_out: [] };

export interface PoiDialogProps {
	design: DesignDetail;
	set: DesignSet;
	onClose: () => void;
}

/** Picks the points of interest of a set: all branches of a brand or category, somewhere. */
export function PoiDialog({ design, set, onClose }: PoiDialogProps) {
	const [query, setQuery] = useState<PoiQuery>(set.points_of_interest?.query ?? EMPTY);
	const keep = useKeepDesign();
	const save = useSend("PUT /api/designs/[design_id]/sets/[set_id]/points-of-interest", {
		onSuccess: (changed) => {
			keep(changed);
			onClose();
		},
	});
	const [revision] = useState(design.revision);
	const isEmpty = query.choices.length === 0;
	const known = useQuery(poiTermsQuery(["brand", "category"], ""));
	const map = useQuery(poiMapQuery(query));
	const found = isEmpty ? undefined : map.data;
	const count = found?.count ?? 0;
	const change = (part: Partial<PoiQuery>) => setQuery((before) => ({ ...before, ...part }));
	const replaced = set.points_of_interest === null ? (set.geofences?.count ?? 0) : 0;
	const problem = problemOf(isEmpty, found?.count);
	return (
		<Dialog
			wide
			title="Points of interest"
			description="The set follows this choice: each build takes what the newest release has."
			busy={save.isPending}
			onClose={onClose}
		>
			<DialogBody>
				{known.data?.terms.length === 0 ? (
					<Notice kind="info">No points of interest yet. Ask your operator to import a release.</Notice>
				) : null}
				<Choices choices={query.choices} onChange={(choices) => change({ choices })} />
				<Area area={query.area} onChange={(area) => change({ area })} />
				<p role="status" className="font-medium">
					{isEmpty ? "" : found === undefined ? "Counting…" : formatPlural(count, "geofence")}
				</p>
				{found === undefined || count === 0 ? null : <PoiMap selection={found} />}
				{isEmpty ? null : <PoiList query={query} onLeaveOut={(ids) => change({ left_out: ids })} />}
				{replaced === 0 ? null : (
					<Notice kind="warn">{`Replaces the ${formatPlural(replaced, "geofence")} of the set.`}</Notice>
				)}
				{map.error === null && save.error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(save.error ?? map.error)}
					</Notice>
				)}
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Cancel</Button>
				<Button
					variant="primary"
					unavailable={save.isPending ? "Saving…" : problem}
					onClick={() => save.mutate({ design_id: design.id, set_id: set.set_id, revision, body: query })}
				>
					{count === 0 ? "Use geofences" : `Use ${formatPlural(count, "geofence")}`}
				</Button>
			</DialogActions>
		</Dialog>
	);
}

function problemOf(isEmpty: boolean, count: number | undefined): string | null {
	if (isEmpty) return "Pick a brand or category first";
	if (count === undefined) return "Counting…";
	if (count === 0) return "Nothing fits: change the brand, category or area";
	return count > MOST_POIS_SELECTED
		? `A set takes at most ${MOST_POIS_SELECTED.toLocaleString("en")}: narrow the area`
		: null;
}

/** The brands and categories, each with its radius. */
function Choices({ choices, onChange }: { choices: PoiChoice[]; onChange: (choices: PoiChoice[]) => void }) {
	const add = ({ kind, name }: PoiTerm) => {
		const choice = kind === "brand" ? { brand: name, radius: RADIUS } : { category: name, radius: RADIUS };
		if (!choices.some((each) => choiceName(each) === name)) onChange([...choices, choice]);
	};
	return (
		<div className="grid gap-2">
			{choices.length >= MOST_POI_CHOICES ? null : (
				<TermField
					label="Brand or category"
					placeholder="Pharmacy"
					kinds={["brand", "category"]}
					hint="Several can be combined."
					onTerm={add}
				/>
			)}
			<ul className="grid gap-2 empty:hidden">
				{choices.map((choice, place) => (
					<li key={choiceName(choice)} className="flex items-center gap-2">
						<span className="min-w-0 grow font-medium wrap-anywhere">
							<bdi>{choiceName(choice)}</bdi>
						</span>
						<label className="flex items-center gap-2">
							<span className="sr-only">Radius of {choiceName(choice)}, meters</span>
							<input
								type="number"
								min={1}
								max={1_000_000}
								defaultValue={choice.radius}
								onChange={({ target }) => {
									const radius = target.valueAsNumber;
									if (radius >= 1 && radius <= 1_000_000)
										onChange(choices.map((each, at) => (at === place ? { ...each, radius } : each)));
								}}
								className={controlClass("max-w-28 text-end")}
							/>
							m
						</label>
						<Button
							variant="quiet"
							aria-label={`Remove ${choiceName(choice)}`}
							onClick={() => onChange(choices.filter((each) => each !== choice))}
						>
							<X aria-hidden className="size-4" />
						</Button>
					</li>
				))}
			</ul>
		</div>
	);
}

/** A country, region or city of the release, or a distance from any place. */
function Area({ area, onChange }: { area: PoiQuery["area"]; onChange: (area: PoiQuery["area"]) => void }) {
	const [isNear, setNear] = useState(area.near !== undefined);
	const words = areaWords(area);
	return (
		<div className="grid gap-2">
			{isNear ? (
				<PlaceField
					label="Near a place"
					onPlace={({ latitude, longitude }) =>
						onChange({ near: { latitude, longitude, meters: area.near?.meters ?? NEAR_METERS } })
					}
				/>
			) : (
				<TermField
					label="Where"
					placeholder="Hamburg"
					kinds={["locality", "region", "country"]}
					hint="A city, region or country. Without one, everywhere."
					optional
					onTerm={(term) => onChange(areaOf(term))}
				/>
			)}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<span className="min-w-0 grow font-medium wrap-anywhere">
					<bdi>{words === "" ? "Everywhere" : words}</bdi>
				</span>
				{area.near === undefined ? null : (
					<label className="flex items-center gap-2">
						<span className="sr-only">Distance, meters</span>
						<input
							type="number"
							min={1}
							max={1_000_000}
							defaultValue={area.near.meters}
							onChange={({ target }) => {
								const meters = target.valueAsNumber;
								if (area.near !== undefined && meters >= 1 && meters <= 1_000_000)
									onChange({ near: { ...area.near, meters } });
							}}
							className={controlClass("max-w-28 text-end")}
						/>
						m
					</label>
				)}
				{words === "" ? null : (
					<Button variant="link" onClick={() => onChange({})}>
						Everywhere
					</Button>
				)}
				<Button variant="link" onClick={() => setNear(!isNear)}>
					{isNear ? "In a city or country…" : "Near a place…"}
				</Button>
			</div>
		</div>
	);
}
