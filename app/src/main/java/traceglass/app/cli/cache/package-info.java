/// The command `cache`: the cached databases of traces.
@NullMarked
package traceglass.app.cli.cache;

import org.jspecify.annotations.NullMarked;
