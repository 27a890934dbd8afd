"use client";

import { useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { FilterPopover } from "@/components/kit/table/filter-popover";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { directoryQuery } from "@/lib/browser/design-editing";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignRow } from "@/lib/contract/design-list";
import type { DesignListState } from "./design-filters";

const ITEM = "rounded-sm px-2 py-1 text-start hover:bg-sunken";

export interface OwnerFilterProps {
	place: DesignListState;
	/** The rows shown, for the name of an owner from the address. */
	rows: readonly DesignRow[] | undefined;
}

/** Filters designs by owner: me, my organization, or any other person or organization. */
export function OwnerFilter({ place, rows }: OwnerFilterProps) {
	const user = useSessionUser();
	const { mine, owner, owner_org_id: org } = place.values;
	const nobody = { mine: null, owner: null, owner_org_id: null };
	const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
	const words =
		mine === true
			? "me"
			: mine === false
				? "others"
				: owner !== null
					? owner === user.id
						? "me"
						: (names.get(owner) ?? rows?.find(({ owner_id }) => owner_id === owner)?.owner_name ?? "one person")
					: org !== null
						? org === user.organization.id
							? user.organization.name
							: (names.get(org) ?? "one organization")
						: null;
	return (
		<FilterPopover label="Owner" value={words} onClear={() => place.change(nobody)}>
			{(close) => {
				const pick = (part: Parameters<typeof place.change>[0]) => {
					place.change({ ...nobody, ...part });
					close();
				};
				return (
					<>
						<div className="grid">
							<button type="button" className={ITEM} onClick={() => pick({ mine: true })}>
								me
							</button>
							<button type="button" className={ITEM} onClick={() => pick({ owner_org_id: user.organization.id })}>
								<bdi>{user.organization.name}</bdi>, everyone
							</button>
							<button type="button" className={ITEM} onClick={() => pick({ mine: false })}>
								everyone but me
							</button>
						</div>
						<People
							onPick={(type, id, label) => {
								setNames(new Map(names).set(id, label));
								pick(type === "org" ? { owner_org_id: id } : { owner: id });
							}}
						/>
					</>
				);
			}}
		</FilterPopover>
	);
}

function People({ onPick }: { onPick: (type: "user" | "org", id: string, label: string) => void }) {
	const [q, setQ] = useState("");
	const { data } = useQuery({ ...directoryQuery(q.trim()), enabled: q.trim() !== "" });
	return (
		<div className="grid gap-1">
			<SearchField label="Find a person or organization" value={q} onChange={setQ} />
			{data?.rows.map(({ type, id, label }) => (
				<button key={id} type="button" className={ITEM} onClick={() => onPick(type, id, label)}>
					<bdi>{label}</bdi>
				</button>
			))}
			{q.trim() !== "" && data?.rows.length === 0 ? <p className="text-muted text-small">No one found.</p> : null}
		</div>
	);
}
