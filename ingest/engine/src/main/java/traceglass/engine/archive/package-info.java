/// Archives that contain several traces.
@NullMarked
package traceglass.engine.archive;

import org.jspecify.annotations.NullMarked;
