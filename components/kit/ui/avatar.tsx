import { cx } from "./cx";
import { avatarColor, initialsOf } from "./person-words";

/** Opaque, so that the initials can be read on every ground. */
const COLORS = [
	"bg-[color-mix(in_srgb,var(--color-set-1)_10%,var(--color-surface))] text-set-1",
	"bg-[color-mix(in_srgb,var(--color-set-2)_10%,var(--color-surface))] text-set-2",
	"bg-[color-mix(in_srgb,var(--color-set-3)_10%,var(--color-surface))] text-set-3",
	"bg-[color-mix(in_srgb,var(--color-set-4)_10%,var(--color-surface))] text-set-4",
	"bg-[color-mix(in_srgb,var(--color-set-5)_10%,var(--color-surface))] text-set-5",
	"bg-[color-mix(in_srgb,var(--color-set-6)_10%,var(--color-surface))] text-set-6",
] as const;

export interface AvatarProps {
	/** What the color comes from: the person's id, or else their email. */
	id: string;
	/** Their name, or else their email. */
	name: string;
	size?: "small" | "large";
}

/** A person's initials in a color of their own; decorative, as their name stands beside it. */
export function Avatar({ id, name, size = "small" }: AvatarProps) {
	return (
		<span
			aria-hidden
			data-avatar
			className={cx(
				"inline-grid shrink-0 select-none place-items-center rounded-full font-medium",
				size === "small" ? "size-6 text-initials" : "size-8 text-small",
				COLORS[avatarColor(id, COLORS.length)],
			)}
		>
			{initialsOf(name)}
		</span>
	);
}
