/**
 * The name of an instance's queue. Changes of the instance and of the resources on it run in this queue one after
 * another.
 */
export const queueOf = (instance: string): string => `instance ${instance}`;
