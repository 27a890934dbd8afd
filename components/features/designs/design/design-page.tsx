"use client";

import { useState } from "react";
import { BackLink } from "@/components/kit/ui/back-link";
import { Card } from "@/components/kit/ui/card";
import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { PageHeader } from "@/components/kit/ui/page-header";
import { TwoLines } from "@/components/kit/ui/query-card";
import { ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { ApiError } from "@/lib/browser/api-error";
import { designBuildsQuery } from "@/lib/browser/builds";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { designQuery, isMoving } from "@/lib/browser/designs";
import { useQuery } from "@/lib/browser/use-query";
import type { Position } from "@/lib/rules/geofences/geofence";
import { BuildsCard } from "./builds-card";
import { DataCard } from "./data-card";
import { DeploymentsCard } from "./deployments-card";
import { DesignHeader } from "./design-header";
import { DesignOverview } from "./design-overview";
import { HistoryCard } from "./history-card";
import { ListsCard } from "./lists-card";
import { SetsCard } from "./sets-card";
import { SharingCard } from "./sharing-card";
import { TestCard } from "./test-card";

/** One design with its sets, builds and deployments. */
export function DesignPage({ id }: { id: string }) {
	const design = useQuery(designQuery(id));
	const [probe, setProbe] = useState<Position | null>(null);
	const [aiming, setAiming] = useState(false);
	const [mapped, setMapped] = useState(false);
	const moving = design.data !== undefined && isMoving(design.data.status);
	const builds = useQuery(designBuildsQuery(id, moving));
	const deployments = useQuery(
		deploymentsQuery({
			design_id: id,
			status: "requested,activated,deactivated,cancelled,rejected",
			limit: 100,
		}),
	);
	if (design.data === undefined) {
		if (design.error instanceof ApiError && design.error.status === 404) return <NotFoundView />;
		if (design.error !== null) {
			return (
				<>
					<PageHeader detail title="Design" />
					<ErrorState error={design.error} what="The design" onRetry={design.refetch} />
				</>
			);
		}
		return <DesignSkeleton />;
	}
	const newest = builds.data?.rows.find(({ status }) => status === "done");
	return (
		<>
			<DesignHeader design={design.data} newest={newest} deployments={deployments.data?.rows ?? []} />
			<div className="min-h-0 grow lg:overflow-auto">
				{design.error === null ? null : <StaleNotice error={design.error} onRetry={design.refetch} />}
				<div className="box-content grid max-w-detail content-start gap-group p-4 md:p-6">
					<DesignOverview
						design={design.data}
						deployments={deployments.data?.rows ?? []}
						failed={builds.data?.rows.find(({ status }) => status === "failed")}
					/>
					<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
						<div className="grid min-w-0 gap-6">
							<SetsCard
								design={design.data}
								probe={probe}
								aiming={aiming}
								onProbe={(position) => {
									setProbe(position);
									setAiming(false);
								}}
								onMapped={setMapped}
							/>
							<TestCard
								design={design.data}
								builds={builds.data?.rows ?? []}
								probe={probe}
								onProbe={setProbe}
								aiming={aiming}
								onAim={setAiming}
								mapped={mapped}
							/>
						</div>
						<div className="grid min-w-0 gap-6">
							<DeploymentsCard deployments={deployments} newest={newest} />
							<BuildsCard builds={builds} editable={design.data.permissions.edit} />
							{design.data.permissions.see_contents ? (
								<>
									<DataCard design={design.data} />
									{design.data.type === "audience" ? null : <ListsCard design={design.data} />}
									<SharingCard design={design.data} />
									<HistoryCard designId={id} />
								</>
							) : null}
						</div>
					</div>
				</div>
			</div>
		</>
	);
}

function DesignSkeleton() {
	return (
		<>
			<PageHeader
				detail
				title={<span className="text-muted">Design</span>}
				before={<BackLink href="/designs">Designs</BackLink>}
			/>
			<div className="box-content grid max-w-detail gap-group p-4 md:p-6" aria-busy="true">
				<p className="sr-only" role="status">
					Loading the design
				</p>
				<Skeleton className="h-5 w-80" />
				<div className="grid gap-6 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
					<Card title="Sets">
						<TwoLines />
					</Card>
					<div className="grid gap-6">
						<Card title="Deployments">
							<TwoLines />
						</Card>
						<Card title="Builds">
							<TwoLines />
						</Card>
					</div>
				</div>
			</div>
		</>
	);
}
