"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import { requestBuildUnavailable, requestDeploymentUnavailable } from "./design-actions";
import { RequestBuildDialog } from "./request-build-dialog";
import { RequestDeploymentDialog } from "./request-deployment-dialog";

export interface DesignHeaderProps {
	design: DesignDetail;
	newest: BuildDetail | undefined;
	deployments: DeploymentDetail[];
}

/** The design's name and its two steps; the one that comes next is the primary one. */
export function DesignHeader({ design, newest, deployments }: DesignHeaderProps) {
	const [asking, setAsking] = useState<"build" | "deployment" | null>(null);
	useEffect(() => {
		document.title = `${design.name} · Targeting Service`;
	}, [design.name]);
	const deployNext = design.status === "built" && design.most_recent_build !== null;
	return (
		<>
			<PageHeader
				title={design.name}
				before={
					<Link
						href="/designs"
						className="-ms-1 inline-flex shrink-0 items-center self-center rounded-sm whitespace-nowrap text-muted hover:text-text sm:me-1"
					>
						<ChevronLeft aria-hidden className="size-4" />
						Designs
					</Link>
				}
				actions={
					<>
						<Button
							variant={deployNext ? "plain" : "primary"}
							unavailable={requestBuildUnavailable(design)}
							onClick={() => setAsking("build")}
						>
							Request build…
						</Button>
						<Button
							variant={deployNext ? "primary" : "plain"}
							unavailable={requestDeploymentUnavailable(design, newest)}
							onClick={() => setAsking("deployment")}
						>
							Request deployment…
						</Button>
					</>
				}
			/>
			<RequestBuildDialog design={design} open={asking === "build"} onClose={() => setAsking(null)} />
			{newest === undefined ? null : (
				<RequestDeploymentDialog
					design={design}
					build={newest}
					deployments={deployments}
					open={asking === "deployment"}
					onClose={() => setAsking(null)}
				/>
			)}
		</>
	);
}
