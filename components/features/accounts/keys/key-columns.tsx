import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Chip } from "@/components/kit/ui/chip";
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
			card: "title",
			cell: ({ label, prefix, created_at, issued_by, user_email }) => (
				<div className="grid gap-0.5">
					<span className="font-medium wrap-anywhere">
						<bdi>{label}</bdi>
					</span>
					<span className="text-muted text-small">
						<span className="font-mono">{prefix}…</span> · created <RelativeTime iso={created_at} sentence />
						{issued_by === user_email ? null : (
							<>
								{" "}
								by <span className="wrap-anywhere">{issued_by}</span>
							</>
						)}
					</span>
				</div>
			),
		},
		{
			id: "user",
			header: "Acts as",
			width: "w-60 2xl:w-80",
			card: "line",
			cell: ({ user_email, org_slug }) => (
				<div className="grid gap-0.5">
					<span className="wrap-anywhere">
						<bdi>{user_email}</bdi>
					</span>
					<span className="text-muted text-small">{org_slug}</span>
				</div>
			),
		},
		{
			id: "scopes",
			header: "Scopes",
			width: "w-30 xl:w-32",
			card: "line",
			cell: ({ scopes }) => (
				<ul aria-label="Scopes" className="flex flex-wrap gap-1">
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
			width: "w-36",
			shown: "md:max-xl:hidden",
			cell: ({ allowed_addresses: addresses }) =>
				addresses.length === 0 ? (
					<span className="text-muted">any</span>
				) : (
					<span className="font-mono text-small wrap-anywhere">{addresses.join(", ")}</span>
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
			cell: ({ last_used_at }) =>
				last_used_at === null ? <span className="text-muted">never</span> : <RelativeTime iso={last_used_at} />,
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-22",
			number: true,
			card: "corner",
			cell: (key) => (
				<ActionsMenu
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
