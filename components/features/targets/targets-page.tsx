"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { formatPlural } from "@/lib/browser/format";
import { targetPageQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import { targetColumns } from "./target-columns";

const TargetDialog = lazyDialog(() => import("./target-dialog").then((module) => module.TargetDialog));
const DIALOGS = [TargetDialog] as const;

/** The targets: what each should have loaded, what its agents have, and how much room is left. */
export function TargetsPage() {
	useAtHand(DIALOGS);
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState({}, ["name"]);
	const list = useQuery(targetPageQuery({ limit: place.limit, offset: place.offset }));
	const [creating, setCreating] = useState(false);
	useNewKey("New target…", () => setCreating(true), creating);
	const create = (
		<Button variant="primary" shortcut={NEW_KEY} onClick={() => setCreating(true)}>
			<Plus aria-hidden className="size-4" />
			New target…
		</Button>
	);
	return (
		<>
			<PageHeader
				title="Targets"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "target")}
				actions={isNothingThere(list, place) ? null : create}
			/>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="targets"
					columns={targetColumns}
					list={list}
					place={place}
					nameOf={({ name }) => name}
					empty={{
						title: "No targets yet",
						text: "A target is a partner's on-premises software, whose agents load the files deployed to it.",
						action: create,
					}}
				/>
			</div>
			{creating ? <TargetDialog target={null} onClose={() => setCreating(false)} /> : null}
		</>
	);
}
