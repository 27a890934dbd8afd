"use client";

import { useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { controlClass, Field } from "@/components/kit/ui/field";
import { SuggestingInput } from "@/components/kit/ui/suggesting-input";
import { useSettled } from "@/components/kit/ui/use-settled";
import { formatCount } from "@/lib/browser/format";
import { poiTermsQuery } from "@/lib/browser/pois";
import { useQuery } from "@/lib/browser/use-query";
import type { PoiTerm } from "@/lib/contract/point-of-interest";
import { termLabel } from "./query-words";

const PAUSE = 150;
const WORDS: Partial<Record<PoiTerm["kind"], string>> = { locality: "city" };

export interface TermFieldProps {
	label: string;
	placeholder: string;
	kinds: readonly PoiTerm["kind"][];
	hint: string;
	optional?: boolean;
	onTerm: (term: PoiTerm) => void;
}

/** A search for a brand, a category or an area of the release; Enter takes the first one. */
export function TermField({ label, placeholder, kinds, hint, optional = false, onTerm }: TermFieldProps) {
	const [text, setText] = useState("");
	const settled = useSettled(text.trim(), PAUSE);
	const { data, isPlaceholderData } = useQuery(poiTermsQuery(kinds, settled));
	const terms = new Map((data?.terms ?? []).map((term) => [termLabel(term), term]));
	const isCurrent = settled === text.trim() && !isPlaceholderData;
	const nothing = settled !== "" && isCurrent && data !== undefined && terms.size === 0;
	const take = (value: string) => {
		const term = terms.get(value);
		if (term === undefined) return;
		setText("");
		onTerm(term);
	};
	return (
		<Field label={label} optional={optional} live error={nothing ? "Nothing with this name." : null} hint={hint}>
			{(control) => (
				<SuggestingInput
					{...control}
					placeholder={placeholder}
					maxLength={200}
					value={text}
					onChange={setText}
					onTake={take}
					suggestions={[...terms].map(([value, { kind, poi_count: count }]) => ({
						value,
						note: `${WORDS[kind] ?? kind} · ${formatCount(count)}`,
					}))}
					listLabel={label}
					onKeyDown={(event) => {
						if (keyOf(event) !== "Enter") return;
						event.preventDefault();
						const [first] = terms.keys();
						if (isCurrent && first !== undefined) take(first);
					}}
					className={controlClass()}
				/>
			)}
		</Field>
	);
}
