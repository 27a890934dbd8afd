"use client";

import { Equal, type LucideIcon, Minus, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { cx } from "@/components/kit/ui/cx";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import { mixedScriptsWords } from "@/lib/rules/text/mixed-scripts";

interface SetLine {
	id: string;
	icon: LucideIcon;
	word: string;
	/** The present name, without the former one. */
	ownName: string;
	name: string;
	code: string;
	items: string;
	look: string;
}

const FEW = 8;

/** Changed sets first: unchanged ones are many and matter less. */
function setLines(deployment: DeploymentDetail, { sets, size, type }: ActivationPreview): SetLine[] {
	const what = (items: number) => formatPlural(items, type === "proximity" ? "geofence" : "device");
	const special = new Set([...sets.added, ...sets.changed].map(({ set_id }) => set_id));
	const first = size.build === null;
	return [
		...sets.removed.map((set) => ({
			id: set.set_id,
			icon: Minus,
			word: "removed",
			ownName: set.set_name,
			name: set.set_name,
			code: set.targeting_code,
			items: what(set.items),
			look: "text-bad",
		})),
		...sets.changed.map((set) => ({
			id: set.set_id,
			icon: Pencil,
			word: "changed",
			ownName: set.set_name,
			name: set.name_before === set.set_name ? set.set_name : `${isolate(set.name_before)} → ${isolate(set.set_name)}`,
			code:
				set.targeting_code_before === set.targeting_code
					? set.targeting_code
					: `${isolate(set.targeting_code_before)} → ${isolate(set.targeting_code)}`,
			items: set.items_before === set.items ? what(set.items) : `${formatCount(set.items_before)} → ${what(set.items)}`,
			look: "text-warn",
		})),
		...sets.added.map((set) => ({
			id: set.set_id,
			icon: Plus,
			word: first ? "" : "added",
			ownName: set.set_name,
			name: set.set_name,
			code: set.targeting_code,
			items: what(set.items),
			look: first ? "text-muted" : "text-ok",
		})),
		...deployment.sets
			.filter(({ set_id }) => !special.has(set_id))
			.map((set) => ({
				id: set.set_id,
				icon: Equal,
				word: "same",
				ownName: set.set_name,
				name: set.set_name,
				code: set.targeting_code,
				items: "",
				look: "text-muted",
			})),
	];
}

/** The build's sets with their targeting codes; added, removed and changed ones first. */
export function SetsCard({ deployment, preview }: { deployment: DeploymentDetail; preview: ActivationPreview }) {
	const [all, setAll] = useState(false);
	const every = setLines(deployment, preview);
	const lines = every.filter(({ word }) => word !== "same");
	const same = every.length - lines.length;
	const few = lines.filter(({ ownName }, place) => place < FEW || mixedScriptsWords(ownName) !== null);
	const shown = all ? every : few;
	const hidden = every.length - few.length;
	return (
		<Card
			title={`${formatPlural(deployment.sets.length, "set and its targeting code", "sets and their targeting codes")}`}
			aside={same === 0 ? undefined : <span className="text-muted text-small">{formatCount(same)} the same</span>}
		>
			<ul className="divide-y divide-line">
				{shown.map(({ id, icon: Icon, word, ownName, name, code, items, look }) => (
					<li key={`${id} ${word}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-3 py-1.5">
						<span className="flex min-w-0 items-baseline gap-2">
							<Icon aria-hidden className={cx("size-3 shrink-0 translate-y-px", look)} />
							<span className="min-w-0">
								<bdi>{name}</bdi> {word === "" ? null : <span className={cx("text-small", look)}>{word}</span>}{" "}
								<MixedLetters name={ownName} />
							</span>
						</span>
						<span className="text-end text-small whitespace-nowrap">{items}</span>
						<span className="col-span-2 ps-5 font-mono text-muted text-small">{code}</span>
					</li>
				))}
			</ul>
			{hidden > 0 ? (
				<div className="border-line border-t px-1 py-1">
					<Button variant="link" aria-expanded={all} onClick={() => setAll(!all)}>
						{all ? "Show fewer" : `Show all ${formatCount(every.length)}`}
					</Button>
				</div>
			) : null}
		</Card>
	);
}
