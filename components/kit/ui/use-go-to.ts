import { useRouter } from "next/navigation";
import { embeddedPath } from "@/lib/browser/embedding";

/** Gives a function that leads to a page of the service, in an embedded page to the embedded one. */
export function useGoTo(): (path: string) => void {
	const router = useRouter();
	return (path) => router.push(embeddedPath(path) ?? path);
}
