"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { cx } from "@/components/kit/ui/cx";
import { controlClass } from "@/components/kit/ui/field";
import { SuggestingInput } from "@/components/kit/ui/suggesting-input";
import { useSettled } from "@/components/kit/ui/use-settled";
import { describeError } from "@/lib/browser/api-error";
import { formatCount } from "@/lib/browser/format";
import { placesQuery } from "@/lib/browser/places";
import { useQuery } from "@/lib/browser/use-query";
import { NO_GEOCODER } from "@/lib/contract/constants";
import type { FoundPlace } from "@/lib/contract/found-place";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { placeLabel } from "./place-words";

const PAUSE = 150;

const noteOf = ({ kind, population }: FoundPlace) => {
	const word = kind === "poi" ? "point of interest" : kind.replace("_", " ");
	return population === null || population === 0 ? word : `${word} · ${formatCount(population)}`;
};

export interface PlaceFieldProps {
	label: string;
	onPlace: (place: FoundPlace) => void;
	/** Class names of the line below the field, which says what was found. */
	noteClass?: string;
}

/** A search for a place by its name; Enter takes the first one. */
export function PlaceField({ label, onPlace, noteClass }: PlaceFieldProps) {
	const [text, setText] = useState("");
	const settled = useSettled(text.trim(), PAUSE);
	const { data, error, isFetching } = useQuery({ ...placesQuery(settled), placeholderData: keepPreviousData });
	const places = new Map((text.trim() === "" ? [] : (data?.places ?? [])).map((place) => [placeLabel(place), place]));
	const taken = places.has(text);
	const take = (value: string) => {
		const place = places.get(value);
		if (place === undefined) return;
		setText(value);
		onPlace(place);
	};
	const note = data?.note ?? null;
	const searching = isFetching && places.size === 0;
	const nothing = !taken && settled !== "" && settled === text.trim() && !isFetching && places.size === 0;
	return (
		<div className="grid gap-1">
			<div className="relative">
				<Search aria-hidden className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted" />
				<SuggestingInput
					aria-label={label}
					placeholder={label}
					maxLength={200}
					value={text}
					onChange={setText}
					onTake={take}
					suggestions={taken ? [] : [...places].map(([value, place]) => ({ value, note: noteOf(place) }))}
					listLabel="Places"
					onKeyDown={(event) => {
						if (keyOf(event) !== "Enter") return;
						// A search within a form is not its answer.
						event.preventDefault();
						const [first] = places.keys();
						if (first !== undefined) take(taken ? text : first);
					}}
					className={controlClass("ps-8")}
				/>
			</div>
			<p role="status" className={cx("text-muted text-small empty:hidden", noteClass)}>
				{error !== null
					? describeError(error)
					: searching
						? "Searching…"
						: nothing
							? `No place found.${note === null ? "" : ` ${asSentence(note)}`}`
							: note === NO_GEOCODER
								? null
								: note}
			</p>
		</div>
	);
}
