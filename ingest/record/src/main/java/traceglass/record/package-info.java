/// Recording: how a trace gets from a device, this machine or a browser into a file. Targets are found here
/// ([Targets]), and a [Session] drives one recording through its states; what arrives is on disk at once.
///
/// The window and the command line come in here. The ways to talk to a target live in the rooms below, which must not
/// use this one; what they implement is in `traceglass.record.spi`. No importer is used: a recording is a file like
/// any other.
@NullMarked
package traceglass.record;

import org.jspecify.annotations.NullMarked;
