import { Check, Mail } from "lucide-react";
import { CampaignDots } from "@/components/kit/status/campaign-dots";
import { deploymentSteps } from "@/components/kit/status/campaign-steps";
import { rowLinkId } from "@/components/kit/table/use-row-cursor";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Link } from "@/components/kit/ui/link";
import { PersonName } from "@/components/kit/ui/person-name";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { ServiceWords } from "@/components/kit/ui/service-words";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { NOTICES } from "@/lib/contract/events/events";
import type { InboxItem } from "@/lib/contract/inbox";
import { AUTOMATIC } from "@/lib/contract/sentences/actor-words";
import { LOOKS } from "./notice-looks";

export interface InboxRowProps {
	item: InboxItem;
	/** The deployment that it is about, as it is now. */
	deployment: DeploymentDetail | undefined;
	onRead: (item: InboxItem, read: boolean) => void;
}

/** A notice with the button for the next step. */
export function InboxRow({ item, deployment, onRead }: InboxRowProps) {
	const { id, title, reason, who, who_person, link, action, at } = item;
	const unread = item.read_at === null;
	const { icon: Icon, color } = LOOKS[NOTICES[item.kind].look];
	const titleId = `item-${id}`;
	const toggle = unread ? "Mark as read" : "Mark as unread";
	const ToggleIcon = unread ? Check : Mail;
	return (
		<li className={cx("flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 md:px-6", unread && "bg-accent-soft/40")}>
			<span className="relative mt-0.5">
				<Icon aria-hidden className={cx("size-4", color)} />
				{unread ? <span aria-hidden className="absolute -start-3 top-1 size-2 rounded-full bg-accent" /> : null}
			</span>
			<div className="grid min-w-0 grow basis-60 gap-0.5">
				<p id={titleId} className={cx("wrap-anywhere", unread && "font-medium")}>
					{unread ? <span className="sr-only">Unread: </span> : null}
					<ServiceWords>{title}</ServiceWords>
				</p>
				{reason === null ? null : (
					<p className="wrap-anywhere text-muted">
						{/* A person's words, or a sentence of the service. */}
						{who === null ? (
							<ServiceWords>{reason}</ServiceWords>
						) : (
							<>
								“<bdi>{reason}</bdi>”
							</>
						)}
					</p>
				)}
				<div className="flex flex-wrap items-center gap-x-3 text-muted text-small">
					<p>
						{who === null ? (
							AUTOMATIC
						) : who_person === null ? (
							<bdi>{who}</bdi>
						) : (
							<PersonName
								id={who_person.id}
								name={who_person.name}
								email={who}
								organization={who_person.organization}
								className="text-text"
							/>
						)}{" "}
						· <RelativeTime iso={at} sentence />
					</p>
					{deployment === undefined ? null : <CampaignDots steps={deploymentSteps(deployment)} />}
				</div>
			</div>
			<div className="ms-auto flex items-center gap-2">
				{link === null ? null : (
					<Link
						id={rowLinkId(id)}
						href={link}
						aria-describedby={titleId}
						onClick={() => (unread ? onRead(item, true) : undefined)}
						className={buttonClass("plain")}
					>
						{action}
					</Link>
				)}
				<Button
					variant="quiet"
					{...(link === null ? { id: rowLinkId(id) } : {})}
					hint={toggle}
					aria-label={toggle}
					aria-describedby={titleId}
					onClick={() => onRead(item, unread)}
				>
					<ToggleIcon aria-hidden className="size-4" />
				</Button>
			</div>
		</li>
	);
}
