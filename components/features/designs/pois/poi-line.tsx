"use client";

import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { useKeepDesign } from "@/lib/browser/designs";
import type { DesignDetail, DesignSet } from "@/lib/contract/design";
import { queryWords } from "./query-words";

export interface PoiLineProps {
	design: DesignDetail;
	set: DesignSet;
	/** Why the design cannot be edited; null where it can. */
	unavailable: string | null;
}

/** The query that makes the geofences of a set, and the end of it. */
export function PoiLine({ design, set, unavailable }: PoiLineProps) {
	const detach = useSend("DELETE /api/designs/[design_id]/sets/[set_id]/points-of-interest", {
		onSuccess: useKeepDesign(),
	});
	const { points_of_interest: pois } = set;
	if (pois === null) return null;
	return (
		<>
			<p className="text-small">
				<bdi>{queryWords(pois.query)}</bdi>{" "}
				<span className={pois.stale ? "text-warn" : "text-muted"}>
					· <bdi>{pois.release_name}</bdi>
					{pois.stale ? ", newer release: the next build uses it" : ""}
				</span>{" "}
				<Button
					variant="link"
					unavailable={detach.isPending ? "Saving…" : unavailable}
					onClick={() => detach.mutate({ design_id: design.id, set_id: set.set_id, revision: design.revision })}
				>
					Turn into a list
				</Button>
			</p>
			{detach.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(detach.error)}
				</Notice>
			)}
		</>
	);
}
