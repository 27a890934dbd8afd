"use client";

import { useRef } from "react";
import { CopyButton } from "./copy-button";

/** Code to be read and taken along; long code scrolls within its frame. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
	const code = useRef<HTMLPreElement>(null);
	const select = () => {
		if (code.current !== null) getSelection()?.selectAllChildren(code.current);
	};
	return (
		<div className="min-w-0 overflow-hidden rounded-md border border-line">
			<div className="flex flex-wrap items-center justify-between gap-x-2 border-line border-b bg-surface ps-3">
				<span className="text-muted text-small">{label}</span>
				<CopyButton what={label} text={text} onRefused={select} />
			</div>
			<section
				aria-label={label}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
				tabIndex={0}
				className="max-h-96 overflow-auto bg-sunken p-3 -outline-offset-2"
			>
				<pre ref={code} className="whitespace-pre-wrap font-mono text-small">
					{text}
				</pre>
			</section>
		</div>
	);
}
