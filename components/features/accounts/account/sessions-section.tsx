"use client";

import { useState } from "react";
import { toast } from "sonner";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Button } from "@/components/kit/ui/button";
import { QueryCard } from "@/components/kit/ui/query-card";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { sessionsQuery } from "@/lib/browser/account";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { formatPlural } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { AccountSession, EndedSessions } from "@/lib/contract/account";

/** Where the reader is signed in, and how to end it elsewhere. */
export function SessionsSection() {
	const query = useQuery(sessionsQuery);
	const [asking, setAsking] = useState(false);
	const others = query.data?.rows.filter(({ current }) => !current).length ?? 0;
	return (
		<QueryCard
			title="Sessions"
			what="Your sessions"
			query={query}
			aside={
				others === 0 ? null : (
					<Button variant="link" onClick={() => setAsking(true)}>
						Sign out other devices…
					</Button>
				)
			}
		>
			{({ rows }) => (
				<>
					<ul>
						{rows.map((session) => (
							<SessionRow key={session.id} session={session} />
						))}
					</ul>
					{asking ? <EndOthersDialog count={others} onClose={() => setAsking(false)} /> : null}
				</>
			)}
		</QueryCard>
	);
}

function SessionRow({ session }: { session: AccountSession }) {
	const end = useSend("DELETE /api/account/sessions/[session_id]");
	const signOut = () =>
		end.mutate(
			{ session_id: session.id },
			{
				onSuccess: () => toast.success(`Signed out of ${session.browser}`),
				onError: (error) => toast.error("The session was not ended", { description: describeError(error) }),
			},
		);
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-2 first:border-t-0">
			<div className="grid min-w-0 grow">
				<span>
					{session.browser}
					{session.current ? <span className="text-muted"> · this browser</span> : null}
				</span>
				<span className="text-muted text-small">
					{session.address === "" ? null : (
						<>
							<span className="font-mono">{session.address}</span> ·{" "}
						</>
					)}
					signed in {session.second_factor ? "with a second factor " : null}
					<RelativeTime iso={session.created_at} sentence /> · last used <RelativeTime iso={session.used_at} sentence />
				</span>
			</div>
			{session.current ? null : (
				<Button
					aria-label={`Sign out of ${session.browser}, ${session.address}`}
					pending={end.isPending}
					onClick={signOut}
				>
					Sign out
				</Button>
			)}
		</li>
	);
}

function EndOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
	const end = useSend("DELETE /api/account/sessions");
	return (
		<FormDialog
			title="Sign out other devices?"
			description={`Ends ${formatPlural(count, "other session")} at once. This browser stays signed in.`}
			action="Sign out other devices"
			saving={end}
			send={(_, then) => end.mutate({}, then)}
			done={({ ended }: EndedSessions) => `Ended ${formatPlural(ended, "session")}`}
			onClose={onClose}
		/>
	);
}
