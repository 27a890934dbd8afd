"use client";

import { useSyncExternalStore } from "react";

const NAMES: Readonly<Record<string, string>> = {
	ArrowDown: "↓",
	ArrowUp: "↑",
	ArrowLeft: "←",
	ArrowRight: "→",
	Escape: "Esc",
	Enter: "Enter",
	Shift: "⇧",
};

const never = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key `Mod` is called on the reader's keyboard: ⌘ or Ctrl. */
const useModifierName = (): string => (useSyncExternalStore(never, isApple, () => false) ? "⌘" : "Ctrl");

/**
 * A key of the keyboard, for the eye only: `aria-keyshortcuts` serves assistive technology. `+`
 * joins keys held together (`Mod+k`). Small screens, which rarely have a keyboard, hide it unless
 * `always`.
 */
export function Kbd({ name, always = false }: { name: string; always?: boolean }) {
	const modifier = useModifierName();
	const keys = name.split(/(?<=.)\+/);
	// With a modifier the printed letter is displayed, alone the typed one.
	const words = keys
		.map((key) => (key === "Mod" ? modifier : (NAMES[key] ?? (keys.length > 1 ? key.toUpperCase() : key))))
		.join(" ");
	return (
		<kbd
			aria-hidden
			className={`rounded-sm border border-current px-1 font-mono text-small font-normal whitespace-nowrap ${always ? "" : "max-md:hidden"}`}
		>
			{words}
		</kbd>
	);
}

/** What an icon does, and the key that does the same. */
export const KeyHint = ({ name, keys }: { name: string; keys: string }) => (
	<>
		{name} <Kbd name={keys} />
	</>
);
