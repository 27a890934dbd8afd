/** How people sign in, as the server's settings say. */
export interface SignInWays {
	/** What the provider of single sign-on is called; null without one. */
	singleSignOn: string | null;
	passwords: boolean;
}
