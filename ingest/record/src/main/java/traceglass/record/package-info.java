/// Recording of traces from a device, this computer or a browser into a file. [Targets] finds the targets, and a
/// [Session] drives one recording through its states; received data is written to disk immediately.
///
/// This package is the entry point for the window and the command line. The subpackages implement the protocols of the
/// targets and must not use this package; the interfaces they implement are in `traceglass.record.spi`. No importer is
/// used here: a recording is a trace file like any other.
@NullMarked
package traceglass.record;

import org.jspecify.annotations.NullMarked;
