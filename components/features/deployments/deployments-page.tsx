"use client";

import { Download } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useKeysHeldBack } from "@/components/kit/keyboard/shortcuts";
import { DataTable } from "@/components/kit/table/data-table";
import { ListFilterBar, SortChoice } from "@/components/kit/table/list-filter-bar";
import { useListState } from "@/components/kit/table/use-list-state";
import { useSelection } from "@/components/kit/table/use-selection";
import { buttonClass } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Link } from "@/components/kit/ui/link";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SavedViews } from "@/components/kit/views/saved-views";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { address } from "@/lib/browser/fetcher";
import { formatFound } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { BulkDialogAction } from "@/lib/contract/bulk";
import { DEPLOYMENT_SORTS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { DeploymentBulkBar } from "./deployment-bulk-bar";
import { deploymentColumns } from "./deployment-columns";
import { DEPLOYMENT_FILTERS, DEPLOYMENT_ORDERS, deploymentParsers, filtersOf } from "./deployment-filters";
import type { DialogAction } from "./dialog-action";
import { TagForm } from "./tag-editor";
import { useDeploymentKeys } from "./use-deployment-keys";
import { useGone } from "./use-gone";

const DeploymentDialog = lazyDialog(() => import("./deployment-dialog").then((module) => module.DeploymentDialog));
const BulkDialog = lazyDialog(() => import("./bulk-dialog").then((module) => module.BulkDialog));
const DIALOGS = [TagForm, DeploymentDialog, BulkDialog] as const;

const nameOf = ({ design_name, target }: DeploymentDetail) => `${isolate(design_name)} on ${isolate(target)}`;

/** Every deployment that the user can see: its status, and its state on the agents. */
export function DeploymentsPage() {
	useAtHand(DIALOGS);
	const place = useListState(deploymentParsers, DEPLOYMENT_SORTS);
	const filters = filtersOf(place);
	const list = useQuery(deploymentsQuery({ ...filters, limit: place.limit, offset: place.offset }));
	const selection = useSelection(list.data?.rows);
	const gone = useGone(selection.hidden.map(({ id }) => id));
	if (gone.length > 0) selection.remove(gone);
	const [asking, setAsking] = useState<{ action: DialogAction; deployment: DeploymentDetail } | null>(null);
	const [deciding, setDeciding] = useState<{ action: BulkDialogAction; deployments: DeploymentDetail[] } | null>(null);
	const ask = useCallback(
		(action: DialogAction, deployment: DeploymentDetail) => setAsking({ action, deployment }),
		[],
	);
	const columns = useMemo(() => deploymentColumns(ask), [ask]);
	const current = useDeploymentKeys({ rows: list.data?.rows, selection, onAsk: ask });
	useKeysHeldBack(asking !== null || deciding !== null);
	const { data } = list;
	const decides = data?.rows.some(({ permissions }) => permissions.administer) ?? true;
	return (
		<>
			<PageHeader
				title="Deployments"
				summary={data === undefined ? "…" : formatFound(data.total, "deployment", place.narrowed)}
				actions={
					<>
						<SavedViews page="/deployments" />
						<a href={address("/api/exports/deployments", filters)} download className={buttonClass("plain")}>
							<Download aria-hidden className="size-4" />
							<span className="max-md:sr-only">Export CSV</span>
						</a>
					</>
				}
			/>
			<ListFilterBar
				label="Filter deployments"
				search={{ label: "Search designs, people…", placeholder: "Designs, people…", rowKeys: true }}
				filters={DEPLOYMENT_FILTERS}
				place={place}
				more={<SortChoice place={place} words={DEPLOYMENT_ORDERS} />}
			/>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="deployments"
					columns={columns}
					list={list}
					place={place}
					{...(decides ? { selection } : {})}
					nameOf={nameOf}
					current={current}
					empty={{
						title: "No deployments yet",
						text: "Builds appear here once their deployment to a target is requested.",
						action: (
							<Link href="/builds" className={buttonClass("primary")}>
								Go to builds
							</Link>
						),
					}}
				/>
			</div>
			{selection.rows.length === 0 ? null : (
				<DeploymentBulkBar
					deployments={selection.rows}
					hidden={selection.hidden.length}
					onAsk={(action) => setDeciding({ action, deployments: selection.rows })}
					onClear={selection.clear}
				/>
			)}
			{asking === null ? null : (
				<DeploymentDialog action={asking.action} deployment={asking.deployment} onClose={() => setAsking(null)} />
			)}
			{deciding === null ? null : (
				<BulkDialog
					action={deciding.action}
					deployments={deciding.deployments}
					onDone={({ failures }) => selection.choose([...failures.keys()])}
					onClose={() => setDeciding(null)}
				/>
			)}
		</>
	);
}
