/** The program of a user of this package. */
const broker = require("pulumi-broker");
const { declareAll } = require("../declared.cjs");

const classOf = (type) => broker[type[0].toUpperCase() + type.slice(1)];
declareAll((type, name, inputs) => new (classOf(type))(name, inputs));
