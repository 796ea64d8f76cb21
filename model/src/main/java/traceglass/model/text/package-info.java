/// Texts as formats write them.
package traceglass.model.text;
