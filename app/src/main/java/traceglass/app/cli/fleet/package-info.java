/// The commands of `traceglass fleet`.
@NullMarked
package traceglass.app.cli.fleet;

import org.jspecify.annotations.NullMarked;
