import { Fragment, type ReactNode } from "react";

const MARK = /(`[^`]+`|\*\*[^*]+\*\*)/;

function inline(text: string): ReactNode[] {
	return text.split(MARK).map((part, place) => {
		// Parts keep their order, so the index identifies them.
		const key = `${place}`;
		if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
		return part.startsWith("`") ? (
			<code key={key} className="rounded-sm bg-sunken px-1 font-mono text-small">
				{part.slice(1, -1)}
			</code>
		) : (
			<strong key={key} className="font-medium">
				{part.slice(2, -2)}
			</strong>
		);
	});
}

/**
 * The little Markdown that the document's descriptions are written in: paragraphs, code, emphasis.
 */
export function RichText({ text, className = "" }: { text: string; className?: string }) {
	const paragraphs = text.split(/\n{2,}/);
	return (
		<div className={`grid gap-2 ${className}`}>
			{paragraphs.map((paragraph) => (
				<p key={paragraph}>{inline(paragraph)}</p>
			))}
		</div>
	);
}
