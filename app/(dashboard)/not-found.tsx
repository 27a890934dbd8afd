import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { currentUser } from "./require-user";

export default async function NotFound() {
	const user = await currentUser();
	// Without a frame around it, the view is all that there is of a page.
	if (user !== null && !user.mustAddFactor) return <NotFoundView />;
	return (
		<main>
			<NotFoundView />
		</main>
	);
}
