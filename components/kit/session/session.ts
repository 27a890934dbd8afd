/** The signed-in user, as the server hands it to the pages. */
export interface SessionUser {
	id: string;
	email: string;
	name: string;
	/** Whether they want to see the getting-started steps; null: not said. */
	guide: "open" | "gone" | null;
	role: "designer" | "administrator" | "operator";
	organization: { id: string; slug: string; name: string; membersSee: "own_and_shared" | "all" };
}
