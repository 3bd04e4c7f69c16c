/** The queue of one instance, in which the changes of the instance and of what stands on it run one after another. */
export const queueOf = (instance: string): string => `instance ${instance}`;
