"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { editUnavailable } from "@/components/features/designs/shared/design-actions";
import { useSetFences } from "@/components/features/designs/shared/use-set-fences";
import { buttonClass } from "@/components/kit/ui/button";
import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { PageLink } from "@/components/kit/ui/page-link";
import { ErrorState, Skeleton } from "@/components/kit/ui/states";
import { ApiError } from "@/lib/browser/api-error";
import { designQuery } from "@/lib/browser/designs";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";
import { type Base, baseOf } from "./draft";
import { Editor } from "./editor";

/** The editor of a design, once its sets are loaded, or why it cannot be edited. */
export function EditorPage({ id }: { id: string }) {
	const { data, error, refetch } = useQuery(designQuery(id));
	if (data !== undefined) return <Loaded key={data.id} design={data} />;
	if (error instanceof ApiError && error.status === 404) return <NotFoundView />;
	return (
		<>
			<PageHeader title={<span className="text-muted">Edit</span>} />
			{error === null ? <Waiting /> : <ErrorState error={error} what="The design" onRetry={refetch} />}
		</>
	);
}

function Waiting() {
	return (
		<div className="grid gap-3 p-4 md:p-6" aria-busy="true">
			<p className="sr-only" role="status">
				Loading the design
			</p>
			<Skeleton className="h-5 w-80" />
			<Skeleton className="h-map w-full" />
		</div>
	);
}

/** Keeps the sets once loaded: a save reports what others saved meanwhile. */
function Loaded({ design }: { design: DesignDetail }) {
	const [base, setBase] = useState<Base | null>(null);
	return base === null ? <LoadingGeofences design={design} onComplete={setBase} /> : <Editor initial={base} />;
}

interface LoadingGeofencesProps {
	design: DesignDetail;
	onComplete: (base: Base) => void;
}

function LoadingGeofences({ design, onComplete }: LoadingGeofencesProps) {
	const unavailable = editUnavailable(design);
	const { collections, left, loading, error, retry } = useSetFences(design, design.contents ?? []);
	const complete =
		design.contents?.every(
			(set, place) =>
				design.type === "audience" ||
				set.geofences?.count === 0 ||
				collections[place] !== undefined ||
				left.includes(set),
		) ?? false;
	const ready = unavailable === null && complete;
	const finish = useEffectEvent(() => onComplete(baseOf(design, collections)));
	useEffect(() => {
		if (ready) finish();
	}, [ready]);
	return (
		<>
			<PageHeader title={`Edit ${isolate(design.name)}`} />
			{unavailable !== null ? (
				<div className="grid justify-items-start gap-3 p-4 md:p-6">
					<Notice kind="warn">{unavailable}</Notice>
					<PageLink href={`/designs/${design.id}`} className={buttonClass("plain")}>
						Back to the design
					</PageLink>
				</div>
			) : error !== null && !loading ? (
				<ErrorState error={error} what="The geofences" onRetry={retry} />
			) : (
				<Waiting />
			)}
		</>
	);
}
