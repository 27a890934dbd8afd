"use client";

import { Upload } from "lucide-react";
import { useState } from "react";
import { DesignStatusChip } from "@/components/kit/status/status-chip";
import { BackLink } from "@/components/kit/ui/back-link";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { PageHeader } from "@/components/kit/ui/page-header";
import { PersonName } from "@/components/kit/ui/person-name";
import { EmptyState, ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { read } from "@/lib/browser/api";
import { ApiError } from "@/lib/browser/api-error";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { InventorySourceDetail } from "@/lib/contract/inventory";
import { PartsCard } from "./parts-card";
import { PullCard } from "./pull-card";
import { SegmentsCard } from "./segments-card";
import { VersionsCard } from "./versions-card";

const SourceDialog = lazyDialog(() => import("./source-dialog").then((module) => module.SourceDialog));
const UploadSourceDialog = lazyDialog(() =>
	import("./upload-source-dialog").then((module) => module.UploadSourceDialog),
);
const DIALOGS = [SourceDialog, UploadSourceDialog] as const;

/** One inventory source: its segments, its versions, and the designs that use it. */
export function SourceView({ slug }: { slug: string }) {
	useAtHand(DIALOGS);
	const { data, error, refetch } = useQuery(
		read("GET /api/inventory-sources/[inventory_source_slug]", { inventory_source_slug: slug }),
	);
	const [uploading, setUploading] = useState(false);
	/** The source when its settings were opened. */
	const [editing, setEditing] = useState<InventorySourceDetail | null>(null);
	if (error instanceof ApiError && error.status === 404) return <NotFoundView />;
	return (
		<>
			<PageHeader
				detail
				title={data?.name ?? "Inventory source"}
				before={<BackLink href="/sources">Inventory sources</BackLink>}
				summary={
					data === undefined
						? "…"
						: `${data.slug} · usable by ${data.open ? "every organization" : data.organizations.map(({ name }) => name).join(", ")}`
				}
				actions={
					<>
						{data?.permissions.edit ? <Button onClick={() => setEditing(data)}>Settings…</Button> : null}
						{data?.permissions.import ? (
							<Button variant="primary" onClick={() => setUploading(true)}>
								<Upload aria-hidden className="size-4" />
								Upload data…
							</Button>
						) : null}
					</>
				}
			/>
			<div className="min-h-0 grow p-4 md:p-6 lg:overflow-y-auto">
				{data === undefined ? (
					error === null ? (
						<div className="grid gap-3">
							<Skeleton className="w-60" />
							<Skeleton className="w-40" />
						</div>
					) : (
						<ErrorState error={error} what="The inventory source" onRetry={refetch} />
					)
				) : (
					<>
						{error === null ? null : <StaleNotice error={error} onRetry={refetch} />}
						<div className="grid max-w-detail items-start gap-group xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
							<div className="grid min-w-0 gap-group">
								<SegmentsCard source={data} />
								{data.permissions.import ? <PullCard source={data} /> : null}
								<PartsCard source={data} />
								<VersionsCard source={data} />
							</div>
							<DesignsCard source={data} />
						</div>
					</>
				)}
			</div>
			{data === undefined || !uploading ? null : (
				<UploadSourceDialog source={data} onClose={() => setUploading(false)} />
			)}
			{editing === null ? null : <SourceDialog source={editing} onClose={() => setEditing(null)} />}
		</>
	);
}

function DesignsCard({ source: { designs, design_count: count } }: { source: InventorySourceDetail }) {
	return (
		<Card title={formatPlural(count, "design uses it", "designs use it")}>
			{designs.length === 0 ? (
				<EmptyState inCard title="No designs use it">
					Designs appear here once an audience uses this source.
				</EmptyState>
			) : (
				<ul aria-label="Designs" className="divide-y divide-line">
					{designs.map(({ id, name, status, owner_name, owner_person }) => (
						<li key={id} className="flex items-center justify-between gap-3 px-3 py-2">
							<div className="grid min-w-0 gap-0.5">
								<Link href={`/designs/${id}`} className={`wrap-anywhere ${HEAD_LINK}`}>
									<bdi>{name}</bdi>
								</Link>
								<span className="truncate text-muted text-small">
									<PersonName avatar={false} name={owner_person?.name ?? null} email={owner_name} />
								</span>
							</div>
							<DesignStatusChip status={status} />
						</li>
					))}
				</ul>
			)}
			{count > designs.length ? (
				<p className="border-line border-t px-3 py-2 text-muted text-small">
					Showing the {formatCount(designs.length)} changed most recently.
				</p>
			) : null}
		</Card>
	);
}
