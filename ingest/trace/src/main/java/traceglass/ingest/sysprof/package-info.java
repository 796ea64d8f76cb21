/// Import of captures of Sysprof, the system-wide profiler of GNOME.
@NullMarked
package traceglass.ingest.sysprof;

import org.jspecify.annotations.NullMarked;
