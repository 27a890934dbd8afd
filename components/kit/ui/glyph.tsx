import { cx } from "./cx";

export interface GlyphProps {
	/** The data of one path on 24 by 24. */
	shape: string;
	/** The word for it, read out and shown on hover; without: it decorates. */
	title?: string;
	className?: string;
}

/** An icon of one path, for rows: a table has hundreds of them. */
export function Glyph({ shape, title, className }: GlyphProps) {
	return (
		<svg
			role={title === undefined ? undefined : "img"}
			aria-hidden={title === undefined}
			aria-label={title}
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth={2}
			strokeLinecap="round"
			strokeLinejoin="round"
			className={cx("shrink-0", className)}
		>
			{title === undefined ? null : <title>{title}</title>}
			<path d={shape} />
		</svg>
	);
}
