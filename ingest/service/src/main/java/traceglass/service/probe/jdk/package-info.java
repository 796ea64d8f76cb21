/// Data sources for systems other than Linux. They record the data that the JDK reports about the system and its
/// processes, under the names of the Linux data sources, so that the same configs work.
@NullMarked
package traceglass.service.probe.jdk;

import org.jspecify.annotations.NullMarked;
