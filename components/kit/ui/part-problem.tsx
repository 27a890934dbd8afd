"use client";

import { type ReactNode, useEffect, useState } from "react";
import { leaveBy } from "@/components/kit/session/leaving";
import { isServiceReachable } from "@/lib/browser/reachability";
import { Button } from "./button";
import { Dialog, DialogActions, DialogBody } from "./dialog";
import { Notice } from "./notice";

/** Another attempt to load a part of the page. */
export interface Retry {
	/** While the attempt runs. */
	pending: boolean;
	run: () => void;
}

const reload = () => leaveBy(() => window.location.reload());

/**
 * Whether the service answers although a part is missing, as after an upgrade: only then is a
 * reload of use, and it does not end on the browser's own error page.
 */
function useReachable({ pending }: Retry): boolean {
	const [reachable, setReachable] = useState(false);
	useEffect(() => {
		if (pending) return;
		let gone = false;
		void isServiceReachable().then((answers) => gone || setReachable(answers));
		return () => {
			gone = true;
		};
	}, [pending]);
	return reachable;
}

const words = (reachable: boolean) =>
	reachable
		? "The service may have been updated since you opened this page. Try again, or reload the page: that discards what you have not saved."
		: "Check the connection and try again. What you entered is still here.";

function Ways({ retry, reachable }: { retry: Retry; reachable: boolean }) {
	return (
		<>
			{reachable ? <Button onClick={reload}>Reload page</Button> : null}
			<Button variant="primary" data-first-focus="" pending={retry.pending} onClick={retry.run}>
				Try again
			</Button>
		</>
	);
}

/** In the place of a part of the page that could not be loaded: `what` names it. */
export function PartProblem({ what, retry }: { what: string; retry: Retry }): ReactNode {
	const reachable = useReachable(retry);
	return (
		<div className="grid max-w-prose justify-items-start gap-3 p-3">
			<Notice kind="bad" alert>
				<p className="font-medium">{what} could not be loaded.</p>
				<p>{words(reachable)}</p>
			</Notice>
			<div className="flex flex-wrap gap-2">
				<Ways retry={retry} reachable={reachable} />
			</div>
		</div>
	);
}

/** In the place of a dialog that could not be loaded: the page below it stays as it is. */
export function PartProblemDialog({ retry, onClose }: { retry: Retry; onClose: () => void }): ReactNode {
	const reachable = useReachable(retry);
	return (
		<Dialog onClose={onClose} title="This could not be opened">
			<DialogBody>
				<Notice kind="bad" alert>
					{words(reachable)}
				</Notice>
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Cancel</Button>
				<Ways retry={retry} reachable={reachable} />
			</DialogActions>
		</Dialog>
	);
}
