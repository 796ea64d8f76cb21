package traceglass.ingest;

import java.util.Map;

/// How one file of an archive is to be read, where somebody said so.
///
/// @param machine id of the machine that what bears no id is of; 0 for the one that recorded
/// @param isOneMachine whether all of the file was said to be of that machine
/// @param machines id of the machine for each id (32 bits) that packets of the file bear; null to take those as they
///     are
/// @param pinsClock whether the file's times are placed from outside, so that it must bring no relations of clocks of
///     its own
public record FileSettings(long machine, boolean isOneMachine, Map<Integer, Long> machines, boolean pinsClock) {

    /// Nothing was said.
    public static final FileSettings NONE = new FileSettings(0, false, null, false);
}
