"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { SessionProvider } from "@/components/kit/session/session-context";
import { Notice } from "@/components/kit/ui/notice";
import { useLiveUpdates } from "@/components/shell/frame/live-status";
import { PagePlace } from "@/components/shell/frame/page-place";
import { onSent } from "@/lib/browser/api";
import { designEvent } from "@/lib/browser/design-event";
import { designQuery } from "@/lib/browser/designs";
import { type EmbedState, embedState, onEmbedState, talkWithParent, tellParent } from "@/lib/browser/embed-parent";
import { fetchEvents } from "@/lib/browser/fetch-events";
import { onSignedOut } from "@/lib/browser/signed-out";
import type { Caller } from "@/lib/contract/caller";
import { AwaitedBuild } from "./awaited-build";
import { EmbedNotice } from "./embed-notice";

const WAITING: EmbedState = { step: "waiting", user: null };

export interface EmbeddedFrameProps {
	/** The organization's slug. */
	organization: string;
	/** The origins that may show it. */
	origins: readonly string[];
	children: ReactNode;
}

/** The frame of the pages that other sites embed: nothing but the page, once the site around has given a token. */
export function EmbeddedFrame({ organization, origins, children }: EmbeddedFrameProps) {
	const { step, user } = useSyncExternalStore(onEmbedState, embedState, () => WAITING);
	const around = useEffectEvent(() => origins);
	useEffect(() => {
		// The site around hears that the token has ended; nobody signs in here.
		onSignedOut(() => undefined);
		return talkWithParent(organization, around());
	}, [organization]);
	if (user === null) return <EmbedNotice step={step} organization={organization} />;
	return (
		<Embedded user={user} expired={step === "expired"}>
			{children}
		</Embedded>
	);
}

function Embedded({ user, expired, children }: { user: Caller; expired: boolean; children: ReactNode }) {
	useLiveUpdates(fetchEvents);
	const client = useQueryClient();
	const [builds, setBuilds] = useState<Readonly<Record<string, string | null>>>({});
	useEffect(
		() =>
			onSent((operation, input, answer) => {
				const event = designEvent(operation, input, answer);
				if (event === null) return;
				tellParent(event);
				if (event.type !== "requested" || event.what !== "build") return;
				const before = client.getQueryData(designQuery(event.design_id).queryKey)?.most_recent_build ?? null;
				setBuilds((others) => ({ ...others, [event.design_id]: before }));
			}),
		[client],
	);
	useEffect(() => {
		if (!expired) return;
		// What was refused meanwhile is read again with the next token.
		return () => void client.invalidateQueries();
	}, [expired, client]);
	const { id, email, role, org_id, org_slug, org_name, members_see } = user;
	const name = `${user.first_name} ${user.last_name}`.trim() || email;
	const organization = { id: org_id, slug: org_slug, name: org_name, membersSee: members_see };
	return (
		<SessionProvider user={{ id, email, name, role, guide: null, organization }}>
			<div className="flex min-h-dvh flex-col">
				{expired ? (
					<div className="p-3">
						<Notice kind="warn" alert>
							Your access has ended. The site around this page must renew it. Unsaved changes stay here.
						</Notice>
					</div>
				) : null}
				<PagePlace>{children}</PagePlace>
			</div>
			{Object.entries(builds).map(([designId, before]) => (
				<AwaitedBuild key={designId} designId={designId} before={before} />
			))}
		</SessionProvider>
	);
}
