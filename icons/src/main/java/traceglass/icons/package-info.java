/// Icons and the application icon.
///
/// No JavaFX: a path is a string, an image is an array of pixels, and `traceglass.app` creates nodes and images from
/// them.
package traceglass.icons;
