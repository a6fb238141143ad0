/** Whether a person who has just signed in is offered a passkey (login-session-wire 3.8). */

/** `prompt_id` names user and policy, so a browser that declined is asked again when either changes. */
export interface EnrollmentDecision {
  readonly prompt: boolean;
  readonly prompt_id?: string;
  /** How long a browser that declined is not asked, in seconds. */
  readonly snooze_seconds?: number;
}
