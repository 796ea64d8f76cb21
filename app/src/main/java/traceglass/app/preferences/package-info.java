/// What a person can choose about the program, as values that parts of the window follow, and the page on which it is
/// chosen.
///
/// In: [traceglass.app.settings.Settings]. Out: JavaFX properties.
package traceglass.app.preferences;
