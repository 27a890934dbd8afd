import { type ChangeEvent, type RefObject, useRef, useState } from "react";
import { slugOf } from "@/lib/browser/slug-of";

export interface SlugField {
	/** For the input of the slug. */
	ref: RefObject<HTMLInputElement | null>;
	onName: (event: ChangeEvent<HTMLInputElement>) => void;
	onSlug: () => void;
}

/** A slug that follows the name until the user types a different one. */
export function useSlugField(): SlugField {
	const ref = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState(false);
	return {
		ref,
		onName: ({ target }) => {
			if (typed || ref.current === null) return;
			ref.current.value = slugOf(target.value);
			// As if typed, which clears an error about the earlier value.
			ref.current.dispatchEvent(new Event("input", { bubbles: true }));
		},
		onSlug: () => setTyped(true),
	};
}
