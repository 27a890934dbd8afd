import { NotFoundView } from "@/components/kit/ui/not-found-view";

export default function NotFound() {
	return <NotFoundView />;
}
