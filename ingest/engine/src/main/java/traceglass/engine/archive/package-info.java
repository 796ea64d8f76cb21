/// Archives of several traces: writes them, and copies traces from tar archives.
@NullMarked
package traceglass.engine.archive;

import org.jspecify.annotations.NullMarked;
