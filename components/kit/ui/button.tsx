import { LoaderCircle } from "lucide-react";
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from "react";
import { cx } from "./cx";
import { Kbd } from "./kbd";
import { Tooltip } from "./tooltip";

const VARIANTS = {
	primary: "border-accent bg-accent text-accent-text not-aria-disabled:hover:bg-accent-strong",
	plain: "border-line-strong bg-surface text-text not-aria-disabled:hover:bg-sunken",
	danger: "border-line-strong bg-surface text-bad not-aria-disabled:hover:bg-bad-soft",
	destructive: "border-bad bg-bad text-accent-text not-aria-disabled:hover:opacity-90",
	quiet: "border-transparent text-muted not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-text",
	link: "border-transparent px-2 text-small text-accent not-aria-disabled:hover:bg-accent-soft",
} as const;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
	/** Where the focus goes when the dialog around it opens. */
	"data-first-focus"?: "" | undefined;
	variant?: keyof typeof VARIANTS;
	/** Why the button does nothing now; it stays focusable and says so. */
	unavailable?: string | null | undefined;
	/** What it does, for the eye, where only an icon says so. */
	hint?: ReactNode;
	/** While its work runs: a second press does nothing. */
	pending?: boolean;
	/** The key that does the same, shown beside the name. */
	shortcut?: string;
	ref?: Ref<HTMLButtonElement>;
}

export const buttonClass = (variant: keyof typeof VARIANTS, extra?: string) =>
	cx(
		"inline-flex min-h-8 items-center justify-center max-md:min-h-11 gap-2 rounded-md border py-1.25 font-medium whitespace-nowrap",
		"transition-colors duration-100 aria-disabled:opacity-60",
		variant === "link" ? "" : "px-3 text-body",
		VARIANTS[variant],
		extra,
	);

/** A button that says why it cannot be used, and that no impatient second press gets through. */
export function Button({
	variant = "plain",
	unavailable,
	hint = null,
	pending = false,
	shortcut,
	className,
	children,
	onClick,
	type = "button",
	...rest
}: ButtonProps) {
	const reasonId = useId();
	const blocked = pending || (unavailable !== null && unavailable !== undefined);
	const press = (event: MouseEvent<HTMLButtonElement>) => {
		if (blocked) event.preventDefault();
		else onClick?.(event);
	};
	return (
		<>
			<Tooltip content={unavailable ?? hint}>
				<button
					{...rest}
					type={type}
					onClick={press}
					aria-disabled={blocked || undefined}
					aria-busy={pending || undefined}
					aria-describedby={unavailable ? reasonId : rest["aria-describedby"]}
					aria-keyshortcuts={shortcut?.replace("Mod", "Control")}
					className={buttonClass(variant, className)}
				>
					{pending ? <LoaderCircle aria-hidden className="size-4 animate-turn" /> : null}
					{children}
					{shortcut === undefined ? null : <Kbd name={shortcut} />}
				</button>
			</Tooltip>
			{unavailable ? (
				<span id={reasonId} className="sr-only">
					{unavailable}
				</span>
			) : null}
		</>
	);
}
