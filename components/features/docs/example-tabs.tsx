"use client";

import { Tabs } from "radix-ui";
import type { CodeSample } from "@/lib/contract/openapi/document";
import { CodeBlock } from "./code-block";
import { useLanguage } from "./use-language";

/** Where the examples stand on the page. */
export const EXAMPLES = "examples";

/** Puts the focus on the tool that is chosen; arrow keys go to the others. */
export function focusExamples(): void {
	const examples = document.getElementById(EXAMPLES);
	examples?.scrollIntoView({ block: "nearest" });
	examples?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus({ preventScroll: true });
}

/** The same call for each tool; the reader's choice holds for all operations. */
export function ExampleTabs({ samples }: { samples: readonly CodeSample[] }) {
	const [language, choose] = useLanguage();
	const shown = samples.find(({ label }) => label === language) ?? samples[0];
	if (shown === undefined) return null;
	return (
		<Tabs.Root id={EXAMPLES} value={shown.label} onValueChange={choose} className="grid scroll-mt-18 lg:scroll-mt-4">
			<Tabs.List aria-label="Tools" className="flex flex-wrap gap-1 pb-2">
				{samples.map(({ label }) => (
					<Tabs.Trigger
						key={label}
						value={label}
						className="rounded-md px-3 py-1 text-muted hover:text-text data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent max-md:min-h-11"
					>
						{label}
					</Tabs.Trigger>
				))}
			</Tabs.List>
			{samples.map(({ label, source }) => (
				<Tabs.Content key={label} value={label} tabIndex={-1} className="min-w-0">
					<CodeBlock label={`With ${label}`} text={source} />
				</Tabs.Content>
			))}
		</Tabs.Root>
	);
}
