"use client";

import { parseAsString, useQueryState } from "nuqs";
import { SourceView } from "./source-view";
import { SourcesList } from "./sources-list";

/** The inventory sources, or with `source` in the address one of them. */
export function SourcesPage() {
	const [slug] = useQueryState("source", parseAsString);
	return slug === null ? <SourcesList /> : <SourceView slug={slug} />;
}
