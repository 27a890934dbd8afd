import { type RefObject, useRef, useState } from "react";
import type { Typed } from "./fence-form";

export interface TypedGuard {
	/** For the form. */
	form: RefObject<Typed | null>;
	/** Goes on with what takes the form away: at once where nothing is lost, else once who typed agrees. */
	settle: (go: () => void) => void;
	/** Applies what makes a geofence, before the hand goes on with it; the rest stays typed. */
	applyNow: () => void;
	/** Goes on with what takes away the geofence itself: there is nothing to apply to, so that whoever types is always asked. */
	ask: (why: string, go: () => void) => void;
	/** Why what is typed is not applied, while the question is open whether it is given up; null while it is not. */
	question: string | null;
	giveUp: () => void;
	stay: () => void;
}

/**
 * Keeps numbers that are typed and not applied from being lost when their form goes: those of a geofence that is there are
 * applied, which can be undone; where they make none, or a new one (`fresh`) was begun, it is asked first.
 */
export function useTyped(fresh: boolean): TypedGuard {
	const form = useRef<Typed | null>(null);
	const [asked, setAsked] = useState<{ why: string; go: () => void } | null>(null);
	return {
		form,
		settle: (go) => {
			const why =
				form.current?.any() !== true ? null : fresh ? "The new geofence is not added yet." : form.current.apply();
			if (why === null) go();
			else setAsked({ why, go });
		},
		applyNow: () => {
			if (form.current?.any() === true) form.current.apply();
		},
		ask: (why, go) => {
			if (form.current?.any() === true) setAsked({ why, go });
			else go();
		},
		question: asked?.why ?? null,
		giveUp: () => {
			setAsked(null);
			asked?.go();
		},
		stay: () => setAsked(null),
	};
}
