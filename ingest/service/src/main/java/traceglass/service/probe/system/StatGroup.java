package traceglass.service.probe.system;

import traceglass.sdk.proto.ProtoWriter;

/// Counters of `SysStats` from one source, which are read together.
interface StatGroup {

    /// Reads the counters and writes them as fields of `SysStats`. Writes nothing if this computer does not
    /// have them.
    void write(ProtoWriter out);

    /// Closes the files of the group.
    default void close() {}
}
