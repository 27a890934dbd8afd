"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button } from "@/components/kit/ui/button";
import { useNow } from "@/components/kit/ui/relative-time";
import { formatClock } from "@/lib/browser/format";
import type { DesignDetail } from "@/lib/contract/design";
import type { PersonRef } from "@/lib/contract/person-ref";
import { nameOf } from "@/lib/contract/sentences/name-of";
import type { Base, Draft } from "./draft";
import { changesInWords, changesOf } from "./draft-changes";
import { DraftSensitive } from "./draft-sensitive";
import { ReviewDialog } from "./review-dialog";

export interface DraftLineProps {
	base: Base;
	draft: Draft;
}

/** When the contents were saved last, and by whom. */
interface LastSave {
	/** E-mail; null where unknown. */
	by: string | null;
	person: PersonRef | null;
	/** The person's name, or else their e-mail. */
	name: string | null;
	at: string;
}

/** Null of a design without sets. */
export function lastSaved({ contents }: DesignDetail): LastSave | null {
	const [newest] = [...(contents ?? [])].sort((one, other) => other.updated_at.localeCompare(one.updated_at));
	if (newest === undefined) return null;
	const { updated_by: by, updated_by_person: person, updated_at: at } = newest;
	return { by, person, name: by === null ? null : nameOf(person, by), at };
}

/** The draft's changes, the last save with its author and time, and a button to review. */
export function DraftLine({ base, draft }: DraftLineProps) {
	const now = useNow();
	const user = useSessionUser();
	const [reviewing, setReviewing] = useState(false);
	const settled = useDeferredValue(draft);
	const changes = useMemo(() => changesOf(base.draft, settled), [base.draft, settled]);
	const words = changesInWords(changes);
	const touched = useMemo(() => [...changes.added, ...changes.changed], [changes]);
	const saved = lastSaved(base.design);
	const who = saved?.by === user.email ? "you" : saved?.name;
	const when = saved === null ? null : formatClock(saved.at, now);
	const last = when === null ? "not saved yet" : `saved ${who ? `by ${who} ` : ""}${when}`;
	return (
		<div className="flex min-h-10 flex-wrap items-center gap-x-2 border-line border-b bg-surface px-4 py-1 text-small md:px-6">
			<p className="min-w-0">
				{words === "" ? (
					<span className="text-muted">No changes since the last save · {last}</span>
				) : (
					<>
						<span className="font-medium">{words}</span> <span className="text-muted">since last save · {last}</span>
					</>
				)}
			</p>
			<DraftSensitive fences={touched} />
			{words === "" ? null : (
				<Button variant="link" className="max-lg:min-h-11" onClick={() => setReviewing(true)}>
					Review changes…
				</Button>
			)}
			{reviewing ? (
				<ReviewDialog base={base.draft} draft={settled} changes={changes} onClose={() => setReviewing(false)} />
			) : null}
		</div>
	);
}
