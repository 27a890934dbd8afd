"use client";

import { closeHelp, openHelp, useHelpPart } from "@/components/kit/keyboard/help-state";
import { EVERY_PAGE, useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { lazyDialog } from "@/components/kit/ui/lazy-part";

const HelpDialog = lazyDialog(() => import("./help-dialog").then((module) => module.HelpDialog));

/**
 * The help of every page: the keys of the page that is open, what each status means, and the first
 * steps; `?` opens it.
 */
export function Help() {
	const part = useHelpPart();
	useKeysHeldBack(part !== null);
	useShortcuts(EVERY_PAGE, [
		{ keys: ["?"], does: "Show shortcuts", run: () => openHelp("keys") },
		{ keys: [], does: "Show statuses", run: () => openHelp("statuses") },
		{ keys: [], does: "Show getting started", run: () => openHelp("first-steps") },
	]);
	return part === null ? null : <HelpDialog part={part} onPart={openHelp} onClose={closeHelp} />;
}
