"use client";

import { useState } from "react";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { PersonRole } from "@/lib/contract/person";
import { ROLE_WORDS } from "./person-words";

export interface RoleFieldProps {
	roles: readonly PersonRole[];
	initial: PersonRole;
	/** A sentence that goes after what the role may do. */
	note?: string;
}

/** A choice of roles; what the chosen one may do stands below it, as the list has no room for that. */
export function RoleField({ roles, initial, note = "" }: RoleFieldProps) {
	const [role, setRole] = useState(initial);
	const words = ROLE_WORDS[role];
	return (
		<Field label="Role" hint={`${words.charAt(0).toUpperCase()}${words.slice(1)}. ${note}`.trim()}>
			{(control) => (
				<select
					{...control}
					name="role"
					value={role}
					onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? role)}
					className={controlClass()}
				>
					{roles.map((one) => (
						<option key={one} value={one}>
							{one}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
