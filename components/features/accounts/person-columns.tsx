import Link from "next/link";
import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Chip } from "@/components/kit/ui/chip";
import { Day, RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Person } from "@/lib/contract/person";
import { isolate } from "@/lib/rules/text/isolate";
import { nameOf, ROLE_WORDS, STATUS_WORDS } from "./person-words";

export type PersonAction = "edit" | "link" | "unbind" | "disable" | "enable";

const NOT_YOURS = "Your role does not allow this for this person.";

/**
 * The columns of people.
 * @param provider what the provider of single sign-on is called
 */
export const personColumns = (provider: string, onAsk: (action: PersonAction, person: Person) => void) =>
	createColumns<Person>([
		{
			id: "person",
			header: "Person",
			width: "w-auto",
			card: "title",
			cell: (person) =>
				nameOf(person) === person.email ? (
					// Once, and small, so that a usual email fits.
					<span className="font-medium text-small leading-5 wrap-anywhere">
						<bdi>{person.email}</bdi>
					</span>
				) : (
					<div className="grid gap-0.5">
						<span className="font-medium wrap-anywhere">{nameOf(person)}</span>
						<span className="text-muted text-small wrap-anywhere">
							<bdi>{person.email}</bdi>
						</span>
					</div>
				),
		},
		{
			id: "organization",
			header: "Organization",
			width: "w-36 xl:w-52 2xl:w-72",
			shown: "md:max-lg:hidden",
			cell: ({ org_name }) => (
				<span className="wrap-anywhere">
					<bdi>{org_name}</bdi>
				</span>
			),
		},
		{
			id: "role",
			header: "Role",
			width: "w-32 xl:w-36",
			cell: ({ role }) => <Chip explanation={`${role}: ${ROLE_WORDS[role]}.`}>{role}</Chip>,
		},
		{
			id: "status",
			header: "Status",
			width: "w-30 xl:w-44",
			cell: ({ status, link_expires_at, single_sign_on }) => {
				const { word, tone, explanation } = STATUS_WORDS[status];
				return (
					<div className="grid justify-items-start gap-0.5 max-md:justify-items-end">
						<Chip tone={tone} explanation={explanation}>
							{word}
						</Chip>
						{link_expires_at === null ? null : (
							<span className="text-muted text-small leading-6">
								link valid until <Day iso={link_expires_at} />
							</span>
						)}
						{single_sign_on === null ? null : (
							<span className="text-muted text-small leading-6 wrap-anywhere">
								signs in with <bdi>{provider}</bdi>
							</span>
						)}
					</div>
				);
			},
		},
		{
			id: "keys",
			header: "Keys",
			width: "w-24",
			shown: "md:max-xl:hidden",
			cell: ({ id, key_count }) =>
				key_count === 0 ? (
					<span className="text-muted">none</span>
				) : (
					<Link href={`/keys?user_id=${id}`} prefetch={false} className="-my-0.5 rounded-sm py-1 text-accent underline">
						{formatPlural(key_count, "key")}
					</Link>
				),
		},
		{
			id: "signed_in",
			header: "Signed in",
			width: "w-24 xl:w-26",
			cell: ({ last_sign_in_at }) =>
				last_sign_in_at === null ? <span className="text-muted">never</span> : <RelativeTime iso={last_sign_in_at} />,
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-22",
			number: true,
			card: "corner",
			cell: (person) => (
				<ActionsMenu
					label={`Actions on ${isolate(nameOf(person))}`}
					actions={[
						{
							label: "Name and role…",
							onSelect: () => onAsk("edit", person),
							unavailable: person.permissions.edit || person.permissions.roles.length > 0 ? null : NOT_YOURS,
						},
						{
							label: "Sign-in link…",
							onSelect: () => onAsk("link", person),
							unavailable: person.permissions.sign_in_link ? null : NOT_YOURS,
						},
						...(person.single_sign_on === null
							? []
							: [
									{
										label: `Unbind ${isolate(provider)}…`,
										onSelect: () => onAsk("unbind", person),
										unavailable: person.permissions.edit ? null : NOT_YOURS,
									},
								]),
						person.status === "disabled"
							? {
									label: "Enable…",
									onSelect: () => onAsk("enable", person),
									unavailable: person.permissions.disable ? null : NOT_YOURS,
								}
							: {
									label: "Disable…",
									danger: true,
									onSelect: () => onAsk("disable", person),
									unavailable: person.permissions.disable ? null : NOT_YOURS,
								},
					]}
				/>
			),
		},
	]);
