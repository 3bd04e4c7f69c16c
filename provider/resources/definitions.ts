import "./index";
import { loadedDefinitions } from "./shared/defineKind";

/** The definitions of all kinds. The stub in state finds a handler by its definition's `handler` name. */
export const definitions = loadedDefinitions();
