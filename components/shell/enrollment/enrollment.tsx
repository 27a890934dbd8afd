"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SessionConfirmation } from "@/components/shell/frame/session-confirmation";
import { leaveSession } from "@/components/shell/frame/session-end";
import { NetworkError } from "@/lib/browser/api-error";
import { servicePath } from "@/lib/browser/service-path";
import { signOut } from "@/lib/browser/session";

const AddAppDialog = lazyDialog(() =>
	import("@/components/features/accounts/account/add-app-dialog").then((module) => module.AddAppDialog),
);
const AddPasskeyDialog = lazyDialog(() =>
	import("@/components/features/accounts/account/add-passkey-dialog").then((module) => module.AddPasskeyDialog),
);
const DIALOGS = [AddAppDialog, AddPasskeyDialog] as const;

/** Adds the second factor that the reader's organization requires, and lets them in then. */
export function Enrollment({ email }: { email: string }) {
	useAtHand(DIALOGS);
	const [adding, setAdding] = useState<"app" | "passkey" | null>(null);
	const close = () => setAdding(null);
	const enter = () => window.location.assign(servicePath("/"));
	const leave = () =>
		leaveSession(signOut).catch(() =>
			toast.error("You are still signed in", { description: new NetworkError().message }),
		);
	return (
		<div className="grid gap-3">
			<Button variant="primary" onClick={() => setAdding("app")}>
				Add an app…
			</Button>
			<Button onClick={() => setAdding("passkey")}>Add a passkey…</Button>
			<Button variant="quiet" onClick={leave}>
				Sign out
			</Button>
			{adding === "app" ? <AddAppDialog email={email} onClose={close} onAdded={enter} /> : null}
			{adding === "passkey" ? <AddPasskeyDialog first onClose={close} onAdded={enter} /> : null}
			<SessionConfirmation />
		</div>
	);
}
