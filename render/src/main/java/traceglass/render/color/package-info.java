/// Colours: themes, the tokens of the interface, and how data gets its colour. Pure; JavaFX only as the type of a paint
/// elsewhere.
package traceglass.render.color;
