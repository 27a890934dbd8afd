import type { ComponentType, ReactNode } from "react";
import { cx } from "./cx";
import type { RowIconProps } from "./row-icons";
import { Tooltip } from "./tooltip";

export type Tone = "neutral" | "accent" | "ok" | "warn" | "bad";

const TONES: Record<Tone, string> = {
	neutral: "border-line-strong text-muted",
	accent: "border-transparent bg-accent-soft text-accent",
	ok: "border-transparent bg-ok-soft text-ok",
	warn: "border-transparent bg-warn-soft text-warn",
	bad: "border-transparent bg-bad-soft text-bad",
};

export interface ChipProps {
	tone?: Tone;
	icon?: ComponentType<RowIconProps> | undefined;
	turning?: boolean | undefined;
	children: ReactNode;
	/** What it means, on hover and focus. */
	explanation?: ReactNode;
	/** As someone wrote it, such as a tag; else its first letter is a capital. */
	literal?: boolean;
}

/** A state as a shape, a word and a color together. */
export function Chip({
	tone = "neutral",
	icon: Icon,
	turning = false,
	children,
	explanation,
	literal = false,
}: ChipProps) {
	const look = cx(
		"inline-flex max-w-full items-center gap-1.5 rounded-full border px-2 py-0.5 text-small whitespace-nowrap",
		TONES[tone],
	);
	const inside = (
		<>
			{Icon === undefined ? null : <Icon className={cx("size-3 shrink-0", turning && "animate-turn")} />}
			{typeof children === "string" ? (
				<span className={cx("truncate", !literal && "first-letter:uppercase")}>{children}</span>
			) : (
				children
			)}
		</>
	);
	if (explanation === undefined) {
		return (
			<span className={look} data-tone={tone}>
				{inside}
			</span>
		);
	}
	return (
		<Tooltip content={explanation}>
			<button type="button" className={cx(look, "min-h-6 cursor-help")} data-tone={tone}>
				{inside}
			</button>
		</Tooltip>
	);
}
