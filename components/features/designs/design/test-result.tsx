import { SetSwatch } from "@/components/kit/map/set-swatch";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { formatDate, formatPlural } from "@/lib/browser/format";
import type { DesignDetail } from "@/lib/contract/design";
import type { LookupTestResult, MatchedSet } from "@/lib/contract/lookup-test";
import { furtherProperties } from "@/lib/rules/geofences/further-properties";
import type { Geofence } from "@/lib/rules/geofences/geofence";

const MAX_FENCES = 10;

/** The matching sets, each with its geofences, as an agent would answer. */
export function TestResult({ result, design }: { result: LookupTestResult; design: DesignDetail }) {
	const { sets, against, build_date, checked_set_count: checked, false_match_probability: chance } = result;
	const now = useNow();
	const where =
		against === "current"
			? "in the current draft"
			: `in the build of ${build_date === null ? "unknown date" : formatDate(build_date, now)}`;
	if (sets.length === 0) {
		return (
			<Notice kind="info">
				No match {where}: an agent would answer <code className="font-mono">[]</code>. Checked{" "}
				{formatPlural(checked, "set")}.
			</Notice>
		);
	}
	return (
		<>
			<Notice kind="ok">
				{formatPlural(sets.length, "set")} of {checked} {sets.length === 1 ? "matches" : "match"} {where}.
			</Notice>
			<ul aria-label="Matching sets" className="divide-y divide-line">
				{sets.map((set) => (
					<MatchRow key={set.set_id} set={set} place={design.set_ids.indexOf(set.set_id)} type={design.type} />
				))}
			</ul>
			{chance > 0 ? (
				<p className="text-muted text-small">
					A device outside all sets matches by chance with a probability of {chance.toExponential(1)}.
				</p>
			) : null}
		</>
	);
}

/** The id and the further properties of a geofence; a build's file has none. */
function MatchDetails({ feature }: { feature: Geofence }) {
	const id = feature.id === undefined ? [] : [["Id", feature.id] as const];
	const details = [...id, ...furtherProperties(feature)];
	if (details.length === 0) return null;
	return (
		<span className="block break-words ps-3">
			{details.map(([name, value], at) => (
				<span key={name}>
					{at === 0 ? "" : " · "}
					<bdi>{name}</bdi>: <bdi className="text-text">{String(value)}</bdi>
				</span>
			))}
		</span>
	);
}

function MatchRow({ set, place, type }: { set: MatchedSet; place: number; type: DesignDetail["type"] }) {
	const shown = set.geofences?.slice(0, MAX_FENCES) ?? [];
	const rest = (set.geofence_count ?? 0) - shown.length;
	return (
		<li className="grid gap-1 py-2">
			<p className="flex flex-wrap items-center gap-x-2">
				{type === "proximity" && place >= 0 ? <SetSwatch place={place} /> : null}
				<span className="font-medium">
					<bdi>{set.set_name}</bdi>
				</span>
				<span className="font-mono text-muted text-small">
					<bdi>{set.targeting_code}</bdi>
				</span>
				{set.geofence_count === null ? null : (
					<span className="ms-auto text-muted text-small">{formatPlural(set.geofence_count, "geofence")}</span>
				)}
			</p>
			{shown.length === 0 ? null : (
				<ul className="text-small">
					{shown.map((fence, at) => (
						// A fixed result; geofences of a build have no id.
						<li key={`${fence.index}:${at.toString()}`} className="text-muted">
							{fence.name ?? "unnamed geofence"}, {fence.shape}
							<MatchDetails feature={fence.feature as unknown as Geofence} />
						</li>
					))}
					{rest > 0 ? <li className="text-muted">and {formatPlural(rest, "more geofence")}</li> : null}
				</ul>
			)}
		</li>
	);
}
