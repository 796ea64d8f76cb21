package traceglass.service.probe.system;

import traceglass.sdk.proto.ProtoWriter;

/// Counters of `SysStats` that come from one place and are read together.
interface StatGroup {

    /// Reads the counters now and writes them as fields of `SysStats`; nothing if this computer does not have them.
    void write(ProtoWriter out);

    /// Closes files.
    default void close() {}
}
