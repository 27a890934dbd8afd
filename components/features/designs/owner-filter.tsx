"use client";

import { useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { FilterPopover } from "@/components/kit/table/filter-popover";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { directoryQuery } from "@/lib/browser/design-editing";
import { designsQuery } from "@/lib/browser/designs";
import { useQuery } from "@/lib/browser/use-query";

const ITEM = "rounded-sm px-2 py-1 text-start hover:bg-sunken";

interface Owner {
	mine: boolean | null;
	owner: string | null;
	owner_org_id: string | null;
}

export interface OwnerFilterProps {
	values: Owner;
	change: (owner: Owner) => void;
}

/** Filters designs by owner: me, my organization, or any other person or organization. */
export function OwnerFilter({ values, change }: OwnerFilterProps) {
	const user = useSessionUser();
	const { mine, owner, owner_org_id: org } = values;
	const nobody = { mine: null, owner: null, owner_org_id: null };
	const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
	const { data: theirs } = useQuery({
		...designsQuery({ owner: owner ?? user.id, limit: 1 }),
		enabled: owner !== null,
	});
	const words =
		mine === true
			? "me"
			: mine === false
				? "others"
				: owner !== null
					? owner === user.id
						? "me"
						: (names.get(owner) ?? theirs?.rows[0]?.owner_name ?? "one person")
					: org !== null
						? org === user.organization.id
							? user.organization.name
							: (names.get(org) ?? "one organization")
						: null;
	return (
		<FilterPopover label="Owner" value={words} onClear={() => change(nobody)}>
			{(close) => {
				const pick = (part: Partial<Owner>) => {
					change({ ...nobody, ...part });
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
