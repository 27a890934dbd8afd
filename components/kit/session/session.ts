/** The signed-in user, as the server hands it to the pages. */
export interface SessionUser {
	id: string;
	email: string;
	name: string;
	role: "designer" | "administrator" | "operator";
	organization: { id: string; slug: string; name: string };
}
