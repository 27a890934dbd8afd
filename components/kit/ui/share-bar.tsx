/** A part of a bar. */
export interface SharePart {
	name: string;
	/** Of the whole bar, from 0 to 1. */
	share: number;
	/** Classes of its ground. */
	look: string;
}

/**
 * Parts of a whole, side by side. Their widths are attributes: the policy of pages takes no styles
 * from the document.
 */
export function ShareBar({ parts }: { parts: readonly SharePart[] }) {
	let from = 0;
	return (
		<svg aria-hidden width="100%" height="100%" className="block">
			{parts.map(({ name, share, look }) => {
				const width = Math.min(1 - from, Math.max(0, share)) * 100;
				const x = from * 100;
				from += width / 100;
				return width === 0 ? null : (
					<foreignObject key={name} x={`${x}%`} width={`${width}%`} height="100%">
						<div className={`h-full ${look}`} />
					</foreignObject>
				);
			})}
		</svg>
	);
}
