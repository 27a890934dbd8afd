"use client";

import { Plus } from "lucide-react";
import { parseAsString } from "nuqs";
import { useMemo, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { DataTable } from "@/components/kit/table/data-table";
import { ListSearch } from "@/components/kit/table/list-search";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { formatPlural } from "@/lib/browser/format";
import { organizationsQuery } from "@/lib/browser/people";
import { useQuery } from "@/lib/browser/use-query";
import type { Organization } from "@/lib/contract/organization";
import { organizationColumns } from "./organization-columns";
import { PeopleHeader } from "./people-header";

const OrganizationDialog = lazyDialog(() =>
	import("./organization-dialog").then((module) => module.OrganizationDialog),
);
const DIALOGS = [OrganizationDialog] as const;

const parsers = { q: parseAsString.withDefault("") };

/** The organizations that the reader manages. */
export function OrganizationsList() {
	useAtHand(DIALOGS);
	const { role } = useSessionUser();
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["slug"]);
	const q = place.values.q.trim();
	const list = useQuery(organizationsQuery({ ...(q === "" ? {} : { q }), limit: place.limit, offset: place.offset }));
	const [asked, setAsked] = useState<Organization | "new" | null>(null);
	useNewKey(role === "operator" ? "New organization…" : null, () => setAsked("new"), asked !== null);
	const columns = useMemo(() => organizationColumns(setAsked), []);
	return (
		<>
			<PeopleHeader
				view="organizations"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "organization")}
				actions={
					role === "operator" ? (
						<Button variant="primary" shortcut={NEW_KEY} onClick={() => setAsked("new")}>
							<Plus aria-hidden className="size-4" />
							New organization…
						</Button>
					) : null
				}
			/>
			<FilterBar label="Filter organizations">
				<ListSearch
					label="Search names, slugs"
					placeholder="Names, slugs"
					value={place.values.q}
					onChange={(next) => place.change({ q: next }, true)}
				/>
			</FilterBar>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="organizations"
					columns={columns}
					list={list}
					place={place}
					nameOf={({ name }) => name}
					empty={{ title: "No organizations" }}
				/>
			</div>
			{asked === null ? null : (
				<OrganizationDialog organization={asked === "new" ? null : asked} onClose={() => setAsked(null)} />
			)}
		</>
	);
}
