/** The app's own triggers, by kind. @type {Record<string, TriggerHandler>} */
export const ownTriggers = {};

/** Handles a custom trigger, with the kind `custom:<name>`. @param {string} name @param {TriggerHandler} handler */
export const handleTrigger = (name, handler) => { ownTriggers[`custom:${name}`] = handler; };
