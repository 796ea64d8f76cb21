/// Traceglass's own pictures: icons as SVG files of one path each, and the application icon.
///
/// In: nothing but resources. Out: no JavaFX; a path is a string, a picture is an array of pixels, and `traceglass.app`
/// makes nodes and images of them.
package traceglass.icons;
