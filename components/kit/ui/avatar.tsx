import { cx } from "./cx";
import { avatarColor, initialsOf } from "./person-words";

const COLORS = [
	"bg-set-1/12 text-set-1",
	"bg-set-2/12 text-set-2",
	"bg-set-3/12 text-set-3",
	"bg-set-4/12 text-set-4",
	"bg-set-5/12 text-set-5",
	"bg-set-6/12 text-set-6",
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
