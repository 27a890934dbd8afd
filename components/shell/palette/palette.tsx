"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { EVERY_PAGE, useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Kbd } from "@/components/kit/ui/kbd";
import { lazyDialog } from "@/components/kit/ui/lazy-part";

const PaletteDialog = lazyDialog(() => import("./palette-dialog").then((module) => module.PaletteDialog));

let open = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
	open = next;
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/**
 * The way to any page, object or action, by Ctrl or ⌘ and K, or by its button; loaded when it is
 * opened. Once per page.
 */
export function Palette() {
	const shown = useSyncExternalStore(
		subscribe,
		() => open,
		() => false,
	);
	useKeysHeldBack(shown);
	useShortcuts(EVERY_PAGE, [
		{ keys: ["Mod+k"], does: "Go to a page or an object, or run an action", run: () => setOpen(true), moves: true },
	]);
	return shown ? <PaletteDialog onClose={() => setOpen(false)} /> : null;
}

/** Opens the palette; `onOpen` puts away what the button is in. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
	return (
		<button
			type="button"
			aria-keyshortcuts="Control+K Meta+K"
			aria-haspopup="dialog"
			onClick={() => {
				onOpen();
				setOpen(true);
			}}
			className="flex min-h-8 w-full items-center gap-2 rounded-md border border-control px-2 py-1 text-start text-muted hover:bg-sunken hover:text-text max-lg:min-h-11"
		>
			<Search aria-hidden className="size-4 shrink-0" />
			<span className="grow">Go to…</span>
			<Kbd name="Mod+K" />
		</button>
	);
}
