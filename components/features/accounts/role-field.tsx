"use client";

import { useState } from "react";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { PersonRole } from "@/lib/contract/person";
import { ROLE_WORDS } from "./person-words";

export interface RoleFieldProps {
	roles: readonly PersonRole[];
	initial: PersonRole;
	/** A sentence after the description of the role. */
	note?: string;
}

/** A choice of roles, with the description of the selected one below it. */
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
