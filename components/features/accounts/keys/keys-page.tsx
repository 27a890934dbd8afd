"use client";

import { Plus } from "lucide-react";
import { parseAsString } from "nuqs";
import { useMemo, useState } from "react";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { LinkedFilter } from "@/components/kit/table/list-filter";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SavedViews } from "@/components/kit/views/saved-views";
import { apiKeysQuery } from "@/lib/browser/api-keys-query";
import { formatPlural } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { ApiKey } from "@/lib/contract/key";
import { type KeyAction, keyColumns } from "./key-columns";
import { RegenerateKeyDialog } from "./regenerate-key-dialog";
import { RevokeKeyDialog } from "./revoke-key-dialog";

const NewKeyDialog = lazyDialog(() => import("./new-key-dialog").then((module) => module.NewKeyDialog));
const DIALOGS = [NewKeyDialog] as const;

const parsers = { user_id: parseAsString };

/** The API keys that the reader manages. */
export function KeysPage() {
	useAtHand(DIALOGS);
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["key"]);
	const userId = place.values.user_id;
	const list = useQuery(apiKeysQuery({ user_id: userId ?? undefined, limit: place.limit, offset: place.offset }));
	const [creating, setCreating] = useState(false);
	useNewKey("New key…", () => setCreating(true), creating);
	const [asked, setAsked] = useState<{ action: KeyAction; key: ApiKey } | null>(null);
	const columns = useMemo(() => keyColumns((action, key) => setAsked({ action, key })), []);
	const close = () => setAsked(null);
	const create = (
		<Button variant="primary" shortcut={NEW_KEY} onClick={() => setCreating(true)}>
			<Plus aria-hidden className="size-4" />
			New key…
		</Button>
	);
	return (
		<>
			<PageHeader
				title="API keys"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "key")}
				actions={
					<>
						<SavedViews page="/keys" />
						{isNothingThere(list, place) ? null : create}
					</>
				}
			/>
			{userId === null ? null : (
				<FilterBar label="Filter API keys">
					<LinkedFilter
						label="Acts as"
						value={list.data?.rows[0]?.user_email ?? "one person"}
						text="Only keys that act as one person are shown."
						onClear={() => place.change({ user_id: null })}
					/>
				</FilterBar>
			)}
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="API keys"
					columns={columns}
					list={list}
					place={place}
					nameOf={({ label }) => label}
					empty={{
						title: "No API keys yet",
						text: "Programs need a key to use the API.",
						action: create,
					}}
				/>
			</div>
			{creating ? <NewKeyDialog userId={userId} onClose={() => setCreating(false)} /> : null}
			{asked === null ? null : asked.action === "regenerate" ? (
				<RegenerateKeyDialog apiKey={asked.key} onClose={close} />
			) : (
				<RevokeKeyDialog apiKey={asked.key} onClose={close} />
			)}
		</>
	);
}
