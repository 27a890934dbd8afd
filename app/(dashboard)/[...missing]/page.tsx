import { notFound } from "next/navigation";

/** No other page has this address: that is said within the frame. */
export default function Page() {
	notFound();
}
