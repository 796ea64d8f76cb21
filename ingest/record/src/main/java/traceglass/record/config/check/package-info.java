/// Configs that people write: their text and binary form, names that nothing knows, and what the service would refuse.
package traceglass.record.config.check;
