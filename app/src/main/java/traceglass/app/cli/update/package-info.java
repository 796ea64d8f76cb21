/// The command `update`.
@NullMarked
package traceglass.app.cli.update;

import org.jspecify.annotations.NullMarked;
