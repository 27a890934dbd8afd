import { LogIn } from "lucide-react";
import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Chip } from "@/components/kit/ui/chip";
import { Link } from "@/components/kit/ui/link";
import { PersonName } from "@/components/kit/ui/person-name";
import { Day, RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Person } from "@/lib/contract/person";
import { isolate } from "@/lib/rules/text/isolate";
import { nameOf, ROLE_WORDS, STATUS_WORDS } from "./person-words";

export type PersonAction = "edit" | "link" | "unbind" | "disable" | "enable" | "erase";

const NOT_YOURS = "Your role does not allow this for this person.";

/**
 * The columns of people.
 * @param provider the name of the provider of single sign-on
 */
export const personColumns = (provider: string, onAsk: (action: PersonAction, person: Person) => void) =>
	createColumns<Person>([
		{
			id: "person",
			header: "Person",
			width: "w-auto",
			phone: "name",
			cell: ({ id, email, ...person }) => (
				<span className="font-medium">
					<PersonName id={id} name={nameOf({ email, ...person })} email={email} />
				</span>
			),
		},
		{
			id: "email",
			header: "Email",
			width: "w-44 lg:w-52 min-[90rem]:w-66 min-[120rem]:w-80",
			phone: "detail",
			cell: ({ email }) => (
				<span title={email} className="block truncate text-muted">
					<bdi>{email}</bdi>
				</span>
			),
		},
		{
			id: "organization",
			header: "Organization",
			width: "w-40 min-[90rem]:w-48 min-[120rem]:w-64",
			shown: "md:max-xl:hidden",
			phone: "detail",
			cell: ({ org_name }) => (
				<span title={org_name} className="block truncate">
					<bdi>{org_name}</bdi>
				</span>
			),
		},
		{
			id: "role",
			header: "Role",
			width: "w-32",
			phone: "status",
			cell: ({ role }) => <Chip explanation={`${role}: ${ROLE_WORDS[role]}.`}>{role}</Chip>,
		},
		{
			id: "status",
			header: "Status",
			width: "w-30 min-[120rem]:w-72",
			phone: "status",
			cell: ({ status, link_expires_at, single_sign_on }) => {
				const { word, tone, explanation } = STATUS_WORDS[status];
				return (
					<span className="flex min-w-0 items-center gap-2">
						<Chip tone={tone} explanation={explanation}>
							{word}
						</Chip>
						{link_expires_at === null ? null : (
							<span className="truncate text-muted text-small max-[120rem]:sr-only">
								link valid until <Day iso={link_expires_at} />
							</span>
						)}
						{single_sign_on === null ? null : (
							<span
								title={`signs in with ${isolate(provider)}`}
								className="grid size-6 shrink-0 place-items-center text-muted"
							>
								<LogIn aria-hidden className="size-3.5" />
								<span className="sr-only">
									signs in with <bdi>{provider}</bdi>
								</span>
							</span>
						)}
					</span>
				);
			},
		},
		{
			id: "keys",
			header: "Keys",
			width: "w-20",
			shown: "md:max-xl:hidden",
			cell: ({ id, key_count }) =>
				key_count === 0 ? (
					<span className="text-muted">none</span>
				) : (
					<Link href={`/keys?user_id=${id}`} className="-my-0.5 rounded-sm py-1 text-accent underline">
						{formatPlural(key_count, "key")}
					</Link>
				),
		},
		{
			id: "signed_in",
			header: "Signed in",
			width: "w-24",
			cell: ({ last_sign_in_at }) =>
				last_sign_in_at === null ? <span className="text-muted">never</span> : <RelativeTime iso={last_sign_in_at} />,
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (person) => (
				<ActionsMenu
					variant="quiet"
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
						...(person.permissions.erase
							? [{ label: "Erase…", danger: true, onSelect: () => onAsk("erase", person) }]
							: []),
					]}
				/>
			),
		},
	]);
