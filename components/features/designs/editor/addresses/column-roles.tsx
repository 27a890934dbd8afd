import { controlClass } from "@/components/kit/ui/field";
import { type AddressTable, ROLES, type Role } from "./address-table";

const WORDS: Readonly<Record<Role, string>> = { address: "Address", name: "Name", other: "Other" };

export interface ColumnRolesProps {
	table: AddressTable;
	roles: readonly Role[];
	onRoles: (roles: readonly Role[]) => void;
}

/** What the columns of a list hold; several make up an address. */
export function ColumnRoles({ table, roles, onRoles }: ColumnRolesProps) {
	return (
		<fieldset className="grid gap-1">
			<legend className="font-medium">Columns</legend>
			<ul className="flex flex-wrap gap-2">
				{roles.map((role, at) => {
					const heading = table.headings?.[at] || `Column ${at + 1}`;
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
						<li key={at} className="grid w-36 gap-1 text-small">
							<bdi className="truncate font-medium">{heading}</bdi>
							<bdi className="truncate text-muted">{table.rows[0]?.[at]}</bdi>
							<select
								aria-label={`Meaning of ${heading}`}
								value={role}
								onChange={(event) =>
									onRoles(roles.map((own, place) => (place === at ? (event.target.value as Role) : own)))
								}
								className={controlClass()}
							>
								{ROLES.map((one) => (
									<option key={one} value={one}>
										{WORDS[one]}
									</option>
								))}
							</select>
						</li>
					);
				})}
			</ul>
		</fieldset>
	);
}
