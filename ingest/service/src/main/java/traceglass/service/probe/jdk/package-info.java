/// Data sources for systems other than Linux: what the JDK knows about the system and its processes, under the names of
/// the data sources of Linux that configs use.
@NullMarked
package traceglass.service.probe.jdk;

import org.jspecify.annotations.NullMarked;
