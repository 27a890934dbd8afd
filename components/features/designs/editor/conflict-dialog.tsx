"use client";

import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { audienceSentence } from "@/components/features/designs/shared/audience-sentence";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround, buildFenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap } from "@/components/kit/map/fence-map";
import { SetSwatch } from "@/components/kit/map/set-swatch";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { download } from "@/components/kit/ui/download";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { formatAgo, formatPlural } from "@/lib/browser/format";
import { geofenceLines } from "@/lib/browser/geofences";
import { nameOf as nameOfWho } from "@/lib/contract/sentences/name-of";
import { isolate } from "@/lib/rules/text/isolate";
import type { Draft, DraftSet } from "./draft";
import { type Conflict, fenceDifferences, mergeDrafts, type SetMerge, type Version } from "./merge";

export interface ConflictDialogProps {
	conflict: Conflict;
	onMerge: (merged: Draft) => void;
	onClose: () => void;
}

/** Asks which version to keep of sets that both changed. */
export function ConflictDialog({ conflict, onMerge, onClose }: ConflictDialogProps) {
	const now = useNow();
	const { by, merges } = conflict;
	const audience = by.current.type === "audience";
	const [choices, setChoices] = useState<ReadonlyMap<string, Version>>(new Map());
	const contested = merges.filter(({ changed }) => changed === "both");
	// Memoized: a set may have 100,000 geofences, and every choice renders the dialog.
	const [theirs, mine] = useMemo(() => {
		const words = (who: "theirs" | "mine") => merges.filter(({ changed }) => changed === who).map(wordsOf);
		return [words("theirs"), words("mine")];
	}, [merges]);
	const open = contested.filter(({ key }) => !choices.has(key));
	const name = by.changed_by === null ? "Someone else" : nameOfWho(by.changed_by_person, by.changed_by);
	return (
		<Dialog
			onClose={onClose}
			wide
			title="Someone else saved this design"
			description={`${isolate(name)} saved it ${formatAgo(by.changed_at, now)}, after you opened it. Nothing is lost. Choose which version to keep.`}
		>
			<DialogBody>
				{contested.map((merge) => (
					<ContestedSet
						key={merge.key}
						merge={merge}
						by={name}
						audience={audience}
						choice={choices.get(merge.key) ?? null}
						onChoose={(version) => setChoices(new Map(choices).set(merge.key, version))}
					/>
				))}
				{theirs.length === 0 ? null : (
					<Notice kind="info">
						Changed only by <bdi>{name}</bdi>, and kept: {theirs.join("; ")}.
					</Notice>
				)}
				{mine.length === 0 ? null : <Notice kind="info">Changed only by you, and kept: {mine.join("; ")}.</Notice>}
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Back to the editor</Button>
				<Button
					variant="primary"
					unavailable={
						open.length === 0 ? null : `Choose a version for ${open.map((merge) => nameOf(merge)).join(", ")} first.`
					}
					onClick={() => onMerge(mergeDrafts(merges, choices))}
				>
					{conflict.during === "save" ? "Save" : "Merge into my draft"}
				</Button>
			</DialogActions>
		</Dialog>
	);
}

const nameOf = ({ mine, theirs, base }: SetMerge) => (mine ?? theirs ?? base)?.set_name ?? "a set";

function wordsOf(merge: SetMerge): string {
	const now = merge.changed === "mine" ? merge.mine : merge.theirs;
	return `${isolate(nameOf(merge))} (${changeInWords(merge.base, now)})`;
}

/** The changes of a set: `2 geofences added or changed`, `renamed to Shops`, `removed`. */
function changeInWords(base: DraftSet | null, now: DraftSet | null): string {
	if (now === null) return "removed";
	if (base === null) return "added";
	const words: string[] = [];
	if (base.set_name !== now.set_name) words.push(`renamed to ${isolate(now.set_name)}`);
	if (base.targeting_code !== now.targeting_code) words.push(`code ${isolate(now.targeting_code)}`);
	if (base.fences !== now.fences) {
		const { added, removed } = fenceDifferences(base.fences ?? [], now.fences ?? []);
		if (added.length > 0) words.push(`${formatPlural(added.length, "geofence")} added or changed`);
		if (removed.length > 0) words.push(`${formatPlural(removed.length, "geofence")} removed or replaced`);
	}
	if (JSON.stringify(base.audience) !== JSON.stringify(now.audience)) words.push("changed audience");
	return words.length === 0 ? "no changes" : words.join(", ");
}

interface ContestedSetProps {
	merge: SetMerge;
	by: string;
	audience: boolean;
	choice: Version | null;
	onChoose: (version: Version) => void;
}

function ContestedSet({ merge, by, audience, choice, onChoose }: ContestedSetProps) {
	const { key, base, mine, theirs, mergeable } = merge;
	const [mineInWords, theirsInWords] = useMemo(
		() => [changeInWords(base, mine), changeInWords(base, theirs)],
		[base, mine, theirs],
	);
	const versions: { version: Version; title: string; words: string }[] = [
		{ version: "mine", title: "Your version", words: mineInWords },
		{ version: "theirs", title: `${isolate(by)}'s version`, words: theirsInWords },
		...(mergeable
			? [{ version: "both", title: "Merge", words: `${isolate(by)}'s version plus your changes` } as const]
			: []),
	];
	return (
		<fieldset className="grid gap-2 rounded-md border border-line p-3">
			<legend className="px-1 font-medium">{nameOf(merge)}</legend>
			{versions.map(({ version, title, words }) => (
				<label
					key={version}
					className="flex gap-2 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
				>
					<input
						type="radio"
						name={`version-${key}`}
						checked={choice === version}
						onChange={() => onChoose(version)}
						className="mt-1 self-start accent-accent"
					/>
					<span>
						<span className="font-medium">{title}</span>
						<span className="block text-muted text-small">{words}</span>
					</span>
				</label>
			))}
			{mergeable ? <BothOnMap merge={merge} by={by} /> : null}
			{audience ? <BothInWords merge={merge} by={by} /> : null}
		</fieldset>
	);
}

/** Both versions on one map, with their differences. */
function BothOnMap({ merge, by }: { merge: SetMerge; by: string }) {
	const { mine, theirs } = merge;
	const names = ["only yours", `only ${isolate(by)}'s`, "in both"];
	const index = useMemo(() => {
		const [own, other] = [mine?.fences ?? [], theirs?.fences ?? []];
		const { added, removed } = fenceDifferences(other, own);
		return buildFenceIndex([added, removed, fenceDifferences(added, own).added]);
	}, [mine, theirs]);
	const focus = useMemo(() => {
		const differing = index.starts[2] ?? 0;
		const bounds = boxAround(index, differing || index.count);
		return bounds === null ? null : { bounds: roomy(bounds) };
	}, [index]);
	const keep = (set: DraftSet | null, whose: string) =>
		download(geofenceLines(set?.fences ?? []), `${set?.set_name ?? "set"}.${whose}.ndjson`);
	return (
		<div className="grid gap-2">
			<FenceMap index={index} names={names} label="Map of both versions" focus={focus} className="h-preview" />
			<p className="flex flex-wrap gap-x-4 gap-y-1 text-small">
				{names.map((name, place) => (
					<span key={name} className="flex items-center gap-1.5">
						<SetSwatch place={place} /> <bdi>{name}</bdi>:{" "}
						{formatPlural((index.starts[place + 1] ?? 0) - (index.starts[place] ?? 0), "geofence")}
					</span>
				))}
			</p>
			<div className="flex flex-wrap">
				<Button variant="link" onClick={() => keep(mine, "yours")}>
					<Download aria-hidden className="size-4" />
					Download my version
				</Button>
				<Button variant="link" onClick={() => keep(theirs, "theirs")}>
					<Download aria-hidden className="size-4" />
					Download their version
				</Button>
			</div>
		</div>
	);
}

function BothInWords({ merge: { mine, theirs }, by }: { merge: SetMerge; by: string }) {
	const say = (set: DraftSet | null) => (set?.audience ? audienceSentence(set.audience) : "no longer there");
	return (
		<dl className="grid gap-1 text-small">
			<dt className="text-muted">Your version</dt>
			<dd>{say(mine)}</dd>
			<dt className="text-muted">
				<bdi>{by}</bdi>'s version
			</dt>
			<dd>{say(theirs)}</dd>
		</dl>
	);
}
