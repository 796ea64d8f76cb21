/// Recordings of Flight Recorder in format version 0, as written by JRockit and by Oracle's JDK 7 and 8 before 8u262.
///
/// Input: chunks of version 0. Output: chunks of version 2 with the type names of newer JDKs, which the package `jfr`
/// reads, so that both versions have the same mapping to tables.
@NullMarked
package traceglass.ingest.oldjfr;

import org.jspecify.annotations.NullMarked;
