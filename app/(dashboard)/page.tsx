import { redirect } from "next/navigation";
import { requireUser } from "./require-user";

export default async function HomePage() {
	const { role } = await requireUser("/");
	redirect(role === "designer" ? "/designs" : "/approvals");
}
