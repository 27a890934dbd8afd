"use client";

import { keepPreviousData, type UseQueryResult, useQueries } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { SuggestingInput } from "@/components/kit/ui/suggesting-input";
import { useSettled } from "@/components/kit/ui/use-settled";
import { segmentsQuery } from "@/lib/browser/audience-sources";
import { formatPlural } from "@/lib/browser/format";
import { beginsWords, textFilter } from "@/lib/browser/text-search";

const PAUSE = 150;
const MOST = 8;

type Segments = { rows: readonly { segment: string; device_count: number | null }[]; total: number };

export interface SegmentFieldProps
	extends Omit<ComponentProps<typeof SuggestingInput>, "suggestions" | "listLabel" | "list"> {
	/** The slugs of the inventory sources whose segments it offers. */
	sources: readonly string[];
}

/** A field for a segment, which suggests those of the sources, largest first. */
export function SegmentField({ sources, value, ...rest }: SegmentFieldProps) {
	const largest = useSegments(sources, "", true);
	// Others than the largest are searched by the service.
	const settled = useSettled(value.trim(), PAUSE);
	const found = useSegments(sources, settled, largest.more && settled !== "");
	const holds = textFilter(value);
	const suggestions = [...new Map([...largest.devices, ...found.devices])]
		.filter(([segment]) => holds(segment) || beginsWords(segment, value))
		.sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
		.slice(0, MOST)
		.map(([segment, devices]) => ({
			value: segment,
			note: devices === null ? "below the least reach" : formatPlural(devices, "device"),
		}));
	return <SuggestingInput {...rest} value={value} suggestions={suggestions} listLabel="Segments" />;
}

function useSegments(sources: readonly string[], q: string, enabled: boolean) {
	return useQueries({
		queries: sources.map((slug) => ({ ...segmentsQuery(slug, q), enabled, placeholderData: keepPreviousData })),
		combine: sumDevices,
	});
}

/**
 * The devices of each segment in all sources that tell them, null where none does; and whether there
 * are more segments.
 */
function sumDevices(results: UseQueryResult<Segments>[]) {
	const devices = new Map<string, number | null>();
	for (const { segment, device_count: count } of results.flatMap(({ data }) => data?.rows ?? [])) {
		const sum = devices.get(segment) ?? null;
		devices.set(segment, count === null ? sum : (sum ?? 0) + count);
	}
	return { devices, more: results.some(({ data }) => data !== undefined && data.total > data.rows.length) };
}
