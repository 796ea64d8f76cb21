/// Icons of the user interface and the application icon.
///
/// Does not use JavaFX: a path is a string, an image is an array of pixels, and `traceglass.app` creates nodes and
/// images from them.
package traceglass.icons;
