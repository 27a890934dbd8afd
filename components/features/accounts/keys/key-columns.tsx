import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Chip } from "@/components/kit/ui/chip";
import { PersonName } from "@/components/kit/ui/person-name";
import { Day, RelativeTime } from "@/components/kit/ui/relative-time";
import type { ApiKey } from "@/lib/contract/key";
import { isolate } from "@/lib/rules/text/isolate";
import { SCOPE_WORDS } from "./key-words";

export type KeyAction = "regenerate" | "revoke";

const NOT_YOURS = "Only administrators of its user's organization and operators can do this.";

/** The columns of API keys. */
export const keyColumns = (onAsk: (action: KeyAction, key: ApiKey) => void) =>
	createColumns<ApiKey>([
		{
			id: "key",
			header: "Key",
			width: "w-auto",
			phone: "name",
			cell: ({ label, prefix }) => (
				<div className="flex min-w-0 items-baseline gap-2">
					<span title={label} className="truncate font-medium">
						<bdi>{label}</bdi>
					</span>
					<span className="whitespace-nowrap font-mono text-muted text-small max-md:hidden">{prefix}…</span>
				</div>
			),
		},
		{
			id: "user",
			header: "Acts as",
			width: "w-48 xl:w-52 min-[90rem]:w-64 min-[120rem]:w-72",
			phone: "detail",
			cell: ({ user_id, user_email, user_person }) => (
				<PersonName id={user_id} name={user_person.name} email={user_email} organization={user_person.organization} />
			),
		},
		{
			id: "created",
			header: "Created",
			width: "w-24 min-[120rem]:w-64",
			shown: "md:max-xl:hidden",
			cell: ({ created_at, issued_by, issued_by_person, user_email }) => (
				<span className="flex min-w-0 items-center gap-1.5">
					<RelativeTime iso={created_at} />
					{issued_by === user_email ? null : (
						<span className="flex min-w-0 items-center gap-1.5 text-muted md:max-[120rem]:sr-only">
							by <PersonName avatar={false} name={issued_by_person.name} email={issued_by} />
						</span>
					)}
				</span>
			),
		},
		{
			id: "scopes",
			header: "Scopes",
			width: "w-44",
			phone: "status",
			cell: ({ scopes }) => (
				<ul aria-label="Scopes" className="flex gap-1 md:max-xl:flex-wrap">
					{scopes.map((scope) => (
						<li key={scope}>
							<Chip literal explanation={SCOPE_WORDS[scope]}>
								{scope}
							</Chip>
						</li>
					))}
				</ul>
			),
		},
		{
			id: "addresses",
			header: "Allowed IPs",
			width: "w-32 min-[120rem]:w-44",
			shown: "md:max-[90rem]:hidden",
			cell: ({ allowed_addresses: addresses }) =>
				addresses.length === 0 ? (
					<span className="text-muted">any</span>
				) : (
					<span title={addresses.join(", ")} className="block truncate font-mono text-small">
						{addresses.join(", ")}
					</span>
				),
		},
		{
			id: "expires",
			header: "Expires",
			width: "w-24 xl:w-26",
			shown: "md:max-lg:hidden",
			cell: ({ expires_at, grace_ends_at }) => (
				<div className="grid gap-0.5">
					{expires_at === null ? <span className="text-muted">never</span> : <Day iso={expires_at} />}
					{grace_ends_at === null ? null : (
						<span className="text-small text-warn leading-6">
							old key until <Day iso={grace_ends_at} />
						</span>
					)}
				</div>
			),
		},
		{
			id: "used",
			header: "Last used",
			width: "w-24",
			phone: "detail",
			cell: ({ last_used_at }) =>
				last_used_at === null ? (
					<span className="text-muted">
						never<span className="md:hidden"> used</span>
					</span>
				) : (
					<span>
						<span className="md:hidden">used </span>
						<RelativeTime iso={last_used_at} />
					</span>
				),
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (key) => (
				<ActionsMenu
					variant="quiet"
					label={`Actions on the key ${isolate(key.label)}`}
					actions={[
						{
							label: "Regenerate…",
							onSelect: () => onAsk("regenerate", key),
							unavailable: key.permissions.regenerate ? null : NOT_YOURS,
						},
						{
							label: "Revoke…",
							danger: true,
							onSelect: () => onAsk("revoke", key),
							unavailable: key.permissions.delete ? null : NOT_YOURS,
						},
					]}
				/>
			),
		},
	]);
